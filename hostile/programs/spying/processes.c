// Attacks: other people's processes: looks for them by number, in /proc, by signal, by descriptor, by scheduler.
#include "../hostile.h"
#include <dirent.h>
#include <sched.h>
int main(void) {
  for (int pid = 1; pid < 70000; pid++) {
    if (pid == getpid()) continue;
    if (kill(pid, 0) == 0) BREACH("may signal %d", pid);
    if (pid != 1 && errno != ESRCH) BREACH("%d exists", pid);
    if (pid != 1 && getpriority(PRIO_PROCESS, (id_t)pid) != -1) BREACH("priority of %d", pid);
  }
  const char *roots[] = {"/proc", processes_folder(), "/proc/.pids", "/proc/.pids-a", "/proc/.pids-b"};
  for (int i = 0; i < 5; i++) {
    DIR *list = opendir(roots[i]);
    for (struct dirent *entry; list != NULL && (entry = readdir(list)) != NULL;) {
      int pid = atoi(entry->d_name);
      if (pid > 0 && pid != getpid() && pid != 2) BREACH("%s/%d", roots[i], pid);
    }
  }
  return HELD;
}
