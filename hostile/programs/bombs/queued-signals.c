// Attacks: kernel memory and the next run, with queued signals and timers of many processes, up to what the user may hold.
#include "../hostile.h"
#include <time.h>
int main(void) {
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_BLOCK, &all, NULL);
  int ends[2];
  if (pipe(ends) != 0) return 1;
  for (int child = 0; child < 4; child++) {
    if (fork() != 0) continue;
    int held = 0;
    for (; held < 100000 && sigqueue(getpid(), SIGRTMIN, (union sigval){0}) == 0; held++) {
    }
    struct sigevent quiet = {.sigev_notify = SIGEV_NONE};
    for (timer_t timer; held < 100000 && timer_create(CLOCK_MONOTONIC, &quiet, &timer) == 0; held++) {
    }
    if (write(ends[1], &held, sizeof held) < 0) _exit(1);
    while (1) pause();
  }
  int sum = 0, held;
  for (int child = 0; child < 4 && read(ends[0], &held, sizeof held) == sizeof held; child++) sum += held;
  if (sum > 4096) BREACH("%d signals and timers at once", sum);
  printf("%d signals and timers\n", sum);
  return HELD;
}
