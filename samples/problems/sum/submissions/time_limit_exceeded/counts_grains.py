# Lets the grains fall one by one.
a, b = map(int, input().split())
heartbeats = 0
while heartbeats < a + b:
    heartbeats += 1
print(heartbeats)
