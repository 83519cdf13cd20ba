// Attacks: other slots' CPU time: real-time classes, negative niceness, other CPUs, input/output priority, memory nodes.
#include "../hostile.h"
#include <sched.h>
#include <sys/prctl.h>
int main(void) {
  struct sched_param priority = {1};
  REFUSED(sched_setscheduler(0, SCHED_FIFO, &priority));
  REFUSED(sched_setscheduler(0, SCHED_RR, &priority));
  uint64_t deadline[7] = {56 | ((uint64_t)6 << 32), 0, 0, 1000000, 2000000, 2000000, 0};
  REFUSED(syscall(SYS_sched_setattr, 0, deadline, 0));
  REFUSED(setpriority(PRIO_PROCESS, 0, -20));
  REFUSED(nice(-1) == -1 ? -1 : 0);
  REFUSED(syscall(SYS_ioprio_set, 1, 0, (1 << 13) | 0));
  cpu_set_t before, all, after;
  sched_getaffinity(0, sizeof before, &before);
  memset(&all, 0xff, sizeof all);
  sched_setaffinity(0, sizeof all, &all);
  sched_getaffinity(0, sizeof after, &after);
  if (!CPU_EQUAL(&before, &after)) BREACH("%d CPUs became %d", CPU_COUNT(&before), CPU_COUNT(&after));
  unsigned long node = 1;
  REFUSED(syscall(SYS_set_mempolicy, 2, &node, 64));
  REFUSED(syscall(SYS_mbind, 0, 0, 2, &node, 64, 0));
  struct rlimit more = {99, 99};
  REFUSED(setrlimit(RLIMIT_RTPRIO, &more));
  REFUSED(setrlimit(RLIMIT_NICE, &more));
  // A cookie of its own would keep the other thread of the core from everybody else.
  REFUSED(prctl(62, 1, 0, 1, 0));
  return HELD;
}
