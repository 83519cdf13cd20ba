# Lets the library loop: prefix sums, their running minimum, and the largest difference.
import sys
from itertools import accumulate, tee
from operator import sub


def main():
    sys.stdin.buffer.readline()
    levels, again = tee(accumulate(map(int, sys.stdin.buffer.read().split()), initial=0))
    print(max(map(sub, levels, accumulate(again, min))))


main()
