low, high = 1, 1000
while True:
    guess = (low + high) // 2
    print(guess, flush=True)
    reply = input()
    if reply == "more":
        low = guess + 1
    elif reply == "fewer":
        high = guess - 1
    else:
        break
