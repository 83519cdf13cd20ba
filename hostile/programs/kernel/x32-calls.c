// Attacks: the filter of system calls, with the numbers of the x32 ABI, which are the usual ones plus a bit.
#include "../hostile.h"
int main(void) {
#ifdef __x86_64__
  long result = syscall(0x40000000 | SYS_getpid);
#else
  long result = -1;
  raise(SIGSYS);
#endif
  BREACH("an x32 call gave %ld", result);
  return HELD;
}
