// Honest: needs twice its CPU time, and would answer right.
#include <stdio.h>
#include <time.h>

int main(void) {
  int a, b;
  if (scanf("%d %d", &a, &b) != 2) return 1;
  while (clock() < 400000) {
  }
  printf("%d\n", a + b);
  return 0;
}
