# Tries every choice of jobs.
import sys

numbers = list(map(int, sys.stdin.buffer.read().split()))
jobs = sorted(zip(numbers[1::3], numbers[2::3], numbers[3::3]))


def best():
    most = 0
    to_do = [(0, 0, 0)]
    while to_do:
        i, rested, earned = to_do.pop()
        most = max(most, earned)
        if i < len(jobs):
            start, end, pay = jobs[i]
            to_do.append((i + 1, rested, earned))
            if start >= rested:
                to_do.append((i + 1, 2 * end - start, earned + pay))
    return most


print(best())
