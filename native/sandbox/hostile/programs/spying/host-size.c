// Attacks: knowledge of the host: how large it is, how long it runs, how busy it is, what it is called.
#include "../hostile.h"
#include <sched.h>
#include <sys/utsname.h>
int main(void) {
  struct utsname host;
  uname(&host);
  if (strcmp(host.nodename, told("HOSTILE_HOST")) == 0) BREACH("the host's name");
  cpu_set_t mine;
  sched_getaffinity(0, sizeof mine, &mine);
  if (sysconf(_SC_NPROCESSORS_ONLN) != CPU_COUNT(&mine)) BREACH("%ld CPUs", sysconf(_SC_NPROCESSORS_ONLN));
  double load[3] = {0};
  FILE *file = fopen("/proc/loadavg", "r");
  if (file != NULL && fscanf(file, "%lf", load) == 1 && load[0] != 0) BREACH("the load");
  return HELD;
}
