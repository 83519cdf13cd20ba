# Python's own limit is 1000 calls: RecursionError.
import sys

numbers = list(map(int, sys.stdin.buffer.read().split()))
below, sand, neck = [0] + numbers[1::3], [0] + numbers[2::3], [0] + numbers[3::3]
above = [[] for _ in below]
for i in range(2, len(below)):
    above[below[i]].append(i)


def out(funnel):
    grains = sand[funnel] + sum(out(other) for other in above[funnel])
    return grains if funnel == 1 else min(grains, neck[funnel])


print(out(1))
