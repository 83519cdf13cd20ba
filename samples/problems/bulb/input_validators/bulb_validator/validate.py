#!/usr/bin/env python3
"""Checks form, ranges and the guarantee that the upper bulb is not nearly empty."""
import math
import re
import sys

INTEGER = r"(0|[1-9][0-9]*)"
DECIMAL = r"((?:0|[1-9][0-9]*)(?:\.[0-9]{0,2}[1-9])?)"

text = sys.stdin.read()
match = re.fullmatch(f"{INTEGER} {INTEGER} {DECIMAL} {DECIMAL} {INTEGER}\n", text)
if match is None:
    sys.exit("the input must be one line: H R d q t")
height, radius, seconds = (int(match[i]) for i in (1, 2, 5))
depth, flow = float(match[3]), float(match[4])

for name, value, low, high in (
    ("H", height, 1, 100),
    ("R", radius, 1, 100),
    ("d", depth, 0.1 * height - 1e-9, 0.9 * height + 1e-9),
    ("q", flow, 0.001, 1000),
    ("t", seconds, 0, 10**6),
):
    if not low <= value <= high:
        sys.exit(f"{name} = {value} is not in {low} ... {high}")

volume = math.pi * radius**2 / (3 * height**2) * depth**3
if 0.99 * volume < flow * seconds < 1.01 * volume:
    sys.exit("the upper bulb is nearly empty")
sys.exit(42)
