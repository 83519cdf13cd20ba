# @EXPECTED_RESULTS@: WTL
# Uses next to no CPU time, but a whole minute of wall time.
import time

a, b = map(int, input().split())
time.sleep(60)
print(a + b)
