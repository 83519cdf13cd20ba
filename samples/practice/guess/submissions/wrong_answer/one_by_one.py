# Ten guesses are not enough.
guess = 1
while True:
    print(guess, flush=True)
    if input() in ("right", "over"):
        break
    guess += 1
