#!/usr/bin/env python3
"""number.py GRAINS: that many. number.py --seed SEED FROM TO: a number of that range, the same for the same seed."""
import random
import sys

if sys.argv[1] == "--seed":
    seed, low, high = map(int, sys.argv[2:])
    print(random.Random(seed).randint(low, high))
else:
    print(int(sys.argv[1]))
