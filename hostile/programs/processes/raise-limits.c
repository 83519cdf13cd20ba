// Attacks: limits of resources, its own and other processes', by prlimit, by exec and by children.
#include "../hostile.h"
int main(int argc, char **argv) {
  const int kinds[] = {RLIMIT_CORE, RLIMIT_MEMLOCK, RLIMIT_NOFILE, RLIMIT_FSIZE, RLIMIT_STACK, RLIMIT_MSGQUEUE, RLIMIT_SIGPENDING, RLIMIT_RTPRIO, RLIMIT_NICE};
  struct rlimit all = {RLIM_INFINITY, RLIM_INFINITY};
  pid_t child = fork();
  if (child == 0) {
    while (1) pause();
  }
  const pid_t targets[] = {0, 1, child, getpid()};
  for (int i = 0; i < 9; i++) {
    struct rlimit now, one_more;
    prlimit(0, kinds[i], NULL, &now);
    if (now.rlim_max == RLIM_INFINITY) continue;
    one_more = (struct rlimit){now.rlim_cur, now.rlim_max + 1};
    for (int k = 0; k < 4; k++) {
      REFUSED(prlimit(targets[k], kinds[i], &all, NULL));
      REFUSED(prlimit(targets[k], kinds[i], &one_more, NULL));
    }
  }
  REFUSED(prlimit(1, RLIMIT_NOFILE, NULL, &all));
  kill(child, SIGKILL);
  if (argc == 1) execl("/proc/self/exe", argv[0], "again", NULL);
  return HELD;
}
