# @EXPECTED_RESULTS@: CE, RTE
# No program at all. Judges that check the syntax of scripts call this a compile error, others a run-time error.
first, last = input().split(
for now in range..
