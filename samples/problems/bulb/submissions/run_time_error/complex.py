# Forgets that the sand runs out. A negative number to the power of 1/3 is complex in Python, and %f refuses it.
from math import pi

H, R, d, q, t = map(float, input().split())
unit = pi * R * R / (3 * H * H)
fallen = q * t / unit
print("%.9f %.9f" % ((d**3 - fallen) ** (1 / 3), H - (H**3 - fallen) ** (1 / 3)))
