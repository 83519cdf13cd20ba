import sys
from bisect import bisect_left


def main():
    numbers = list(map(int, sys.stdin.buffer.read().split()))
    jobs = sorted(zip(numbers[1::3], numbers[2::3], numbers[3::3]))
    starts = [start for start, _, _ in jobs]
    best = [0] * (len(jobs) + 1)
    for i in range(len(jobs) - 1, -1, -1):
        start, end, pay = jobs[i]
        best[i] = max(best[i + 1], pay + best[bisect_left(starts, 2 * end - start)])
    print(best[0])


main()
