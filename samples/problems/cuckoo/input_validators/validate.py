#!/usr/bin/env python3
"""Accepts exactly one line with two times of day."""
import re
import sys

TIME = "([01][0-9]|2[0-3]):[0-5][0-9]"

if re.fullmatch(f"{TIME} {TIME}\n", sys.stdin.read()) is None:
    sys.exit("the input must be one line: HH:MM HH:MM")
sys.exit(42)
