// Attacks: the kernel's common work queue, with sets of rules that a program leaves to be freed.
#include "../hostile.h"
int main(void) {
  unsigned long rules[3] = {0x1fff, 0, 0};
  for (int bytes = 0; bytes <= 24; bytes += 8) REFUSED(syscall(444, rules, (long)bytes, 0L));
  REFUSED(syscall(444, NULL, 0L, 1L));
  REFUSED(syscall(445, 0L, 1L, rules, 0L));
  REFUSED(syscall(446, 0L, 0L));
  return HELD;
}
