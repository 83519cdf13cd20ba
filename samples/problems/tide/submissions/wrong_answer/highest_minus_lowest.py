# Forgets that the low tide has to come first.
import sys
from itertools import accumulate

levels = [0, *accumulate(map(int, sys.stdin.buffer.read().split()[1:]))]
print(max(levels) - min(levels))
