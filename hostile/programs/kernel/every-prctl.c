// Attacks: the kernel by the options of processes: names of memory areas that nobody is charged for, tracers, core scheduling, merged memory, longer turns.
#include "../hostile.h"
#include <sys/prctl.h>
int main(void) {
  static char room[4096];
  // PR_SET_MM, PR_MCE_KILL, PR_SET_TSC, PR_SET_SECUREBITS, PR_CAP_AMBIENT, PR_SET_SPECULATION_CTRL, PR_SET_IO_FLUSHER, PR_SET_SYSCALL_USER_DISPATCH,
  // PR_SCHED_CORE, PR_SET_MDWE, PR_SET_MEMORY_MERGE, PR_TIMER_CREATE_RESTORE_IDS, PR_FUTEX_HASH, PR_RSEQ_SLICE_EXTENSION, PR_SET_VMA, PR_SET_PTRACER.
  const long closed[] = {35, 33, 26, 28, 47, 53, 57, 59, 62, 65, 67, 77, 78, 79, 0x53564d41, 0x59616d61};
  for (unsigned i = 0; i < sizeof closed / sizeof *closed; i++) {
    for (long first = 0; first < 3; first++) {
      errno = 0;
      if (syscall(SYS_prctl, closed[i], first, room, 4096L, room) != -1 || errno != EINVAL) BREACH("option %lx: %s", closed[i], strerror(errno));
      if (syscall(SYS_prctl, closed[i] | 1L << 32, first, room, 4096L, room) != -1 || errno != EINVAL) BREACH("option %lx with a high bit", closed[i]);
    }
  }
  char name[16];
  if (prctl(PR_SET_NAME, "own name") != 0 || prctl(PR_GET_NAME, name) != 0 || strcmp(name, "own name") != 0) BREACH("the name of a thread is refused");
  return HELD;
}
