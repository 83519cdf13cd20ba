# The decimal digits are no sounds.
print(input().split()[1])
