// Attacks: the clocks by which it is judged: sets them, bends them, adjusts them.
#include "../hostile.h"
#include <sys/time.h>
#include <sys/timex.h>
#include <time.h>
int main(void) {
  struct timespec epoch = {1, 0};
  struct timeval day = {1, 0};
  struct timex bend = {.modes = ADJ_FREQUENCY, .freq = 1 << 20};
  REFUSED(clock_settime(CLOCK_REALTIME, &epoch));
  REFUSED(clock_settime(CLOCK_MONOTONIC, &epoch));
  REFUSED(clock_settime(CLOCK_PROCESS_CPUTIME_ID, &epoch));
  REFUSED(settimeofday(&day, NULL));
  REFUSED(adjtimex(&bend));
  REFUSED(syscall(SYS_clock_adjtime, CLOCK_REALTIME, &bend));
  REFUSED(write(open("/proc/self/timens_offsets", O_WRONLY), "monotonic 100 0", 15));
  timer_t alarm;
  REFUSED(timer_create(CLOCK_REALTIME_ALARM, NULL, &alarm));
  return HELD;
}
