// Honest: needs half as much again as its memory, and would answer right.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int a, b;
  size_t size = (size_t)96 << 20;
  volatile char *room = malloc(size);
  if (room == NULL || scanf("%d %d", &a, &b) != 2) return 1;
  for (size_t i = 0; i < size; i++) room[i] = 1;
  printf("%d\n", a + b - 1 + room[size - 1]);
  return 0;
}
