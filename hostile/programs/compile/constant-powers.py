# Attacks: the time and the memory of Python's compiler, which computes constants.
x = 9**9**9**9
y = ((1 << 9999) * (1 << 9999)) ** 99999
z = "bomb" * 10**9 * 10**9
t = ((((0,) * 9999) * 9999) * 9999) * 9999
