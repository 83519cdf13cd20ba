# Believes that a funnel always has a larger number than the one below it.
import sys

numbers = list(map(int, sys.stdin.buffer.read().split()))
below, inside, neck = [0] + numbers[1::3], [0] + numbers[2::3], [0] + numbers[3::3]
for i in range(len(below) - 1, 1, -1):
    inside[below[i]] += min(inside[i], neck[i])
print(inside[1])
