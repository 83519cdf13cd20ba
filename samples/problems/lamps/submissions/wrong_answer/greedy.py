# Takes the job whose rest is over first, again and again.
import sys

numbers = list(map(int, sys.stdin.buffer.read().split()))
jobs = sorted(zip(numbers[1::3], numbers[2::3], numbers[3::3]), key=lambda job: (2 * job[1] - job[0], -job[2]))
earned, rested = 0, 0
for start, end, pay in jobs:
    if start >= rested:
        earned += pay
        rested = 2 * end - start
print(earned)
