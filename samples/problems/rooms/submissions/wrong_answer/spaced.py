# A right assignment in a wrong form: the letters are separated by spaces.
import sys

numbers = iter(map(int, sys.stdin.buffer.read().split()))
n, m = next(numbers), next(numbers)
quarrels = [[] for _ in range(n)]
for a, b in zip(numbers, numbers):
    quarrels[a - 1].append(b - 1)
    quarrels[b - 1].append(a - 1)
room = ["W"] * n
moved = True
while moved:
    moved = False
    for s in range(n):
        own = sum(room[other] == room[s] for other in quarrels[s])
        if 2 * own > len(quarrels[s]):
            room[s] = "E" if room[s] == "W" else "W"
            moved = True
print(*room)
