# Takes the first layer that matches, again and again.
first = input()
second = input()
common = 0
rest = iter(second)
for colour in first:
    if colour in rest:
        common += 1
print(len(first) + len(second) - 2 * common)
