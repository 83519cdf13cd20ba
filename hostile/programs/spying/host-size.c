// Attacks: knowledge of the host: how large it is, how long it runs, how busy it is, what it is called.
#include "../hostile.h"
#include <sched.h>
#include <sys/sysinfo.h>
#include <sys/utsname.h>
int main(void) {
  struct utsname host;
  uname(&host);
  if (strcmp(host.nodename, given("HOSTILE_HOST")) == 0) BREACH("the host's name");
  cpu_set_t mine;
  sched_getaffinity(0, sizeof mine, &mine);
  if (sysconf(_SC_NPROCESSORS_ONLN) != CPU_COUNT(&mine)) BREACH("%ld CPUs", sysconf(_SC_NPROCESSORS_ONLN));
  double load[3] = {0};
  FILE *file = fopen("/proc/loadavg", "r");
  if (file != NULL && fscanf(file, "%lf", load) == 1 && load[0] != 0) BREACH("the load");
  struct sysinfo memory;
  unsigned long total = 0;
  file = fopen("/proc/meminfo", "r");
  if (file == NULL || fscanf(file, "MemTotal: %lu", &total) != 1) BREACH("no memory given");
  if (sysinfo(&memory) != 0 || memory.totalram * memory.mem_unit != total * 1024) BREACH("the memory: %lu", memory.totalram);
  if (memory.loads[0] != 0 || memory.uptime != 3600 || memory.procs > 1 || memory.totalswap != 0) BREACH("load, uptime, processes or swap");
  if ((unsigned long)sysconf(_SC_PHYS_PAGES) * 4096 != total * 1024) BREACH("%ld pages", sysconf(_SC_PHYS_PAGES));
  return HELD;
}
