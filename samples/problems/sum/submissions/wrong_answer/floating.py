# Right for small glasses; a double has only 53 bits.
a, b = map(float, input().split())
print(int(a + b))
