// Attacks: all cores of the host, with barriers that interrupt each of them or wait for all.
#include "../hostile.h"
int main(void) {
  // GLOBAL, GLOBAL_EXPEDITED, REGISTER_GLOBAL_EXPEDITED, GET_REGISTRATIONS and what may come.
  const int closed[] = {1, 2, 4, 512, 1024, 2048};
  for (int i = 0; i < 6; i++) REFUSED(syscall(SYS_membarrier, closed[i], 0, 0));
  if (syscall(SYS_membarrier, 0, 0, 0) < 0) BREACH("asking is refused");
  if (syscall(SYS_membarrier, 16, 0, 0) != 0 || syscall(SYS_membarrier, 8, 0, 0) != 0) BREACH("a barrier among its own threads is refused");
  return HELD;
}
