# Honest, but wrong: takes one number from the other.
a, b = map(int, input().split())
print(a - b)
