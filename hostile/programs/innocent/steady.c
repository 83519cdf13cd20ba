// Honest: the same work each time, and the right answer.
#include <stdio.h>

int main(void) {
  int a, b;
  unsigned long sum = 1;
  if (scanf("%d %d", &a, &b) != 2) return 1;
  for (unsigned long i = 0; i < 60000000; i++) sum = sum * 6364136223846793005UL + i;
  printf("%d%s\n", a + b, sum == 0 ? "!" : "");
  return 0;
}
