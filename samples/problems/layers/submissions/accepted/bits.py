# A row of the table grows by 0 or 1 from cell to cell, so that one bit per cell says it all: a row is one long
# integer, and the next row takes one addition.
first = input()
second = input()
positions = {}
for j, colour in enumerate(second):
    positions[colour] = positions.get(colour, 0) | 1 << j
full = (1 << len(second)) - 1
row = full  # bit j is 0 where the row grows at j
for colour in first:
    match = row & positions.get(colour, 0)
    row = (row + match | row - match) & full
print(len(first) + len(second) - 2 * bin(full ^ row).count("1"))
