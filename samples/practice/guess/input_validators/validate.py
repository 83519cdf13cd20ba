#!/usr/bin/env python3
"""Accepts exactly one line with the number of grains."""
import re
import sys

text = sys.stdin.read()
if re.fullmatch("[1-9][0-9]{0,3}\n", text) is None or int(text) > 1000:
    sys.exit("the input must be one number from 1 to 1000")
sys.exit(42)
