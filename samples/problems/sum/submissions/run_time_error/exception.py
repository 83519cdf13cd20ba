# Forgets to split the line: ValueError.
a = int(input())
b = int(input())
print(a + b)
