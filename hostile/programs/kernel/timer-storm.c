// Attacks: the interrupts of its core, with thousands of timers that all fire every microsecond.
#include "../hostile.h"
#include <sys/time.h>
#include <time.h>
static void nothing(int unused) { (void)unused; }
int main(void) {
  signal(SIGALRM, nothing), signal(SIGPROF, nothing), signal(SIGVTALRM, nothing);
  struct itimerval often = {{0, 1}, {0, 1}};
  for (int i = 0; i < 3; i++) setitimer(i, &often, NULL);
  struct itimerspec very_often = {{0, 1000}, {0, 1000}};
  timer_t timer;
  for (int i = 0; i < 2000 && timer_create(CLOCK_MONOTONIC, NULL, &timer) == 0; i++) timer_settime(timer, 0, &very_often, NULL);
  burn();
}
