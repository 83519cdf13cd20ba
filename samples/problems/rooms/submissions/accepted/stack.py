import sys

numbers = iter(map(int, sys.stdin.buffer.read().split()))
n, m = next(numbers), next(numbers)
quarrels = [[] for _ in range(n + 1)]
for a, b in zip(numbers, numbers):
    quarrels[a].append(b)
    quarrels[b].append(a)
room = ["W"] * (n + 1)
to_check = list(range(1, n + 1))
while to_check:
    scholar = to_check.pop()
    own = sum(room[other] == room[scholar] for other in quarrels[scholar])
    if 2 * own > len(quarrels[scholar]):
        room[scholar] = "E" if room[scholar] == "W" else "W"
        to_check.extend(quarrels[scholar])
print("".join(room[1:]))
