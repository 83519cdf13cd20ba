// Attacks: the stack, by recursion without end.
#include "../hostile.h"
static int down(volatile char *above) {
  volatile char here[4096];
  here[0] = above[0];
  return down(here) + here[1];
}
int main(void) {
  volatile char top = 1;
  return down(&top);
}
