// Attacks: the host's core dump handler: asks for dumps of any size, then crashes with much memory.
#include "../hostile.h"
#include <sys/prctl.h>
int main(void) {
  struct rlimit all = {RLIM_INFINITY, RLIM_INFINITY};
  REFUSED(setrlimit(RLIMIT_CORE, &all));
  prctl(PR_SET_DUMPABLE, 1);
  touch(malloc(16 << 20), 16 << 20);
  if (breaches == 0) raise(SIGSEGV);
  return HELD;
}
