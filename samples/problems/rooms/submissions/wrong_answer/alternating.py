# East, west, east, west.
n, m = map(int, input().split())
print("".join("EW"[i % 2] for i in range(n)))
