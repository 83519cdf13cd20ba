# @EXPECTED_RESULTS@: WTL
# The guess stays in the buffer, and both sides wait for each other.
import sys
sys.stdout.write("500\n")
sys.stdin.readline()
