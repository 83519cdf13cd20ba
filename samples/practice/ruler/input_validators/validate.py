#!/usr/bin/env python3
"""Accepts exactly one line with the number of marks and the greatest length."""
import re
import sys

found = re.fullmatch("([1-9][0-9]?) ([1-9][0-9]{0,2})\n", sys.stdin.read())
if found is None or int(found[1]) < 2:
    sys.exit("the input must be one line: K L")
sys.exit(42)
