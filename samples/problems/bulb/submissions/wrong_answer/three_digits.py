# Rounds too early.
from math import pi

H, R, d, q, t = map(float, input().split())
unit = pi * R * R / (3 * H * H)
fallen = min(q * t / unit, d**3)
print("%.3f %.3f" % ((d**3 - fallen) ** (1 / 3), H - (H**3 - fallen) ** (1 / 3)))
