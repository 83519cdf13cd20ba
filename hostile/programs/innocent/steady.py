# Honest: the same work each time, and the right answer.
a, b = map(int, input().split())
sieve = [True] * 200_000
for i in range(2, 450):
    if sieve[i]:
        for j in range(i * i, len(sieve), i):
            sieve[j] = False
print(a + b if sum(sieve) > 0 else "!")
