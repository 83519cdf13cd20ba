#!/usr/bin/env python3
"""Accepts exactly two lines with 1 to 10^4 lower-case letters each."""
import re
import sys

if re.fullmatch("[a-z]{1,10000}\n[a-z]{1,10000}\n", sys.stdin.read()) is None:
    sys.exit("the input must be two lines with 1 to 10000 letters a-z")
sys.exit(42)
