# Believes that int() reads a time: ValueError.
first, last = map(int, input().split())
print(last - first)
