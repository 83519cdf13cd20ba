// Attacks: the core's other users, by turns of its own choice (sched_setattr), by real-time ranks and by ranks on the disks.
#include "../hostile.h"
#include <sched.h>
int main(void) {
  struct {
    unsigned size, policy;
    unsigned long flags;
    int nice;
    unsigned priority;
    unsigned long runtime, deadline, period;
    unsigned least, most;
  } turns = {.size = 56, .runtime = 100000000};
  REFUSED(syscall(SYS_sched_setattr, 0, &turns, 0));
  turns.policy = 6 /* SCHED_DEADLINE */, turns.deadline = turns.period = 200000000;
  REFUSED(syscall(SYS_sched_setattr, 0, &turns, 0));
  turns.policy = 0, turns.flags = 0x60 /* utilization clamps */, turns.least = turns.most = 1024;
  REFUSED(syscall(SYS_sched_setattr, 0, &turns, 0));
  for (int kind = 0; kind < 4; kind++) REFUSED(syscall(SYS_ioprio_set, 1, 0, kind << 13));
  struct sched_param first = {1};
  REFUSED(sched_setscheduler(0, SCHED_FIFO, &first));
  REFUSED(sched_setscheduler(0, SCHED_RR, &first));
  return HELD;
}
