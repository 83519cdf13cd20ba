# Knows no midnight.
def minute(time):
    hours, minutes = time.split(":")
    return int(hours) * 60 + int(minutes)


first, last = map(minute, input().split())
calls = 0
for now in range(first, last + 1):
    if now % 60 == 0:
        calls += now // 60 % 12 or 12
    elif now % 60 == 30:
        calls += 1
print(calls)
