// Honest: uses 160 ms of its own CPU time, which is 80 % of its limit, and answers right.
#include <stdio.h>
#include <time.h>

int main(void) {
  int a, b;
  if (scanf("%d %d", &a, &b) != 2) return 1;
  while (clock() < 160000) {
  }
  printf("%d\n", a + b);
  return 0;
}
