#!/usr/bin/env python3
"""Accepts exactly one line "a b" with 0 <= a, b <= 10^18 and no leading zeros."""
import re
import sys

LARGEST = 10**18

text = sys.stdin.read()
match = re.fullmatch(r"(0|[1-9][0-9]*) (0|[1-9][0-9]*)\n", text)
if match is None:
    sys.exit("the input must be one line with two integers, separated by one space")
for name, value in zip("ab", map(int, match.groups())):
    if value > LARGEST:
        sys.exit(f"{name} = {value} is larger than 10^18")
sys.exit(42)
