# @EXPECTED_RESULTS@: OLE
# Prints the rooms after every step, at most 1 GB in all, without asking whether anything changes.
import sys

n, m = map(int, input().split())
for step in range(200_000):
    sys.stdout.write("EW" * 2500 + "\n")
