# Right and fast, but one call deeper for every job: RecursionError.
import sys
from bisect import bisect_left
from functools import cache

numbers = list(map(int, sys.stdin.buffer.read().split()))
jobs = sorted(zip(numbers[1::3], numbers[2::3], numbers[3::3]))
starts = [start for start, _, _ in jobs]


@cache
def best(i):
    if i == len(jobs):
        return 0
    start, end, pay = jobs[i]
    return max(best(i + 1), pay + best(bisect_left(starts, 2 * end - start)))


print(best(0))
