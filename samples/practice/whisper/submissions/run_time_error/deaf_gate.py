who, what = input().split()
if who == "gate":
    raise SystemExit(4)
print(format(int(what), "b").translate(str.maketrans("01", "ab")))
