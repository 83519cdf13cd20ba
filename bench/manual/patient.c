/* Does not trust the sum of huge numbers: makes it again, for more than a second of CPU time. */
#include <stdio.h>
#include <time.h>

int main(void) {
  long long a, b;
  if (scanf("%lld %lld", &a, &b) != 2) return 1;
  volatile long long sum = a + b;
  while (a > 1000000000 && clock() < CLOCKS_PER_SEC * 6 / 5)
    for (int again = 0; again < 1000000; ++again) sum = a + b;
  printf("%lld\n", sum);
  return 0;
}
