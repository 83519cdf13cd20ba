#!/usr/bin/env python3
"""Tells whether an assignment of scholars to rooms makes a quiet day.

    python3 check_day.py INPUT OUTPUT

INPUT is an input of the problem and OUTPUT what your program printed for it. This is not the judges' validator,
but it applies the same rules.
"""
import sys


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    with open(sys.argv[1]) as file:
        n, m, *ends = map(int, file.read().split())
    with open(sys.argv[2]) as file:
        rooms = file.read().strip()
    if len(rooms) != n or set(rooms) - set("EW"):
        sys.exit(f"Wrong: the output must be one line with {n} characters, each of them E or W.")
    own, all_quarrels = [0] * n, [0] * n
    for a, b in zip(ends[:2 * m:2], ends[1:2 * m:2]):
        for scholar in (a - 1, b - 1):
            all_quarrels[scholar] += 1
            own[scholar] += rooms[a - 1] == rooms[b - 1]
    for scholar in range(n):
        if 2 * own[scholar] > all_quarrels[scholar]:
            sys.exit(f"Wrong: scholar {scholar + 1} has {own[scholar]} of {all_quarrels[scholar]} quarrels in the own room.")
    print("A quiet day.")


main()
