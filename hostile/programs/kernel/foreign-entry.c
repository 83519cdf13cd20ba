// Attacks: the filter of system calls, by entering the kernel through the 32-bit door (int 0x80).
#include "../hostile.h"
int main(void) {
  long result = 20;
#ifdef __x86_64__
  __asm__ volatile("int $0x80" : "+a"(result) : : "memory", "r8", "r9", "r10", "r11");
#else
  raise(SIGSYS);
#endif
  BREACH("int 0x80 gave %ld", result);
  return HELD;
}
