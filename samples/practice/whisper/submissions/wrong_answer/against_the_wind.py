# Reads the message as it was sent.
who, what = input().split()
if who == "tower":
    print(format(int(what), "b").translate(str.maketrans("01", "ab")))
else:
    print(int(what.translate(str.maketrans("ab", "01")), 2))
