#!/usr/bin/env python3
"""Accepts exactly one line: the word tower and the number of ships."""
import re
import sys

found = re.fullmatch("tower (0|[1-9][0-9]{0,9})\n", sys.stdin.read())
if found is None or int(found[1]) > 10**9:
    sys.exit("the input must be one line: tower N")
sys.exit(42)
