// Attacks: the host's memory, by locking pages so that they can never be reclaimed.
#include "../hostile.h"
int main(void) {
  char *memory = malloc(16 << 20);
  touch(memory, 16 << 20);
  REFUSED(mlock(memory, 16 << 20));
  REFUSED(mlock2(memory, 16 << 20, MLOCK_ONFAULT));
  REFUSED(mlockall(MCL_CURRENT | MCL_FUTURE));
  void *locked = mmap(NULL, 16 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_LOCKED, -1, 0);
  if (locked != MAP_FAILED) BREACH("MAP_LOCKED");
  return HELD;
}
