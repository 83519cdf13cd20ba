// Attacks: the host's core dump handler, by taking away the limit that keeps it from being started, in every way there is.
#include "../hostile.h"
int main(void) {
  const struct rlimit none = {0, 0}, one = {0, 1}, all = {RLIM_INFINITY, RLIM_INFINITY};
  const struct rlimit *wanted[] = {&none, &one, &all};
  pid_t child = fork();
  if (child == 0) {
    while (1) pause();
  }
  const pid_t targets[] = {0, getpid(), child, 1};
  for (int i = 0; i < 3; i++) {
    REFUSED(syscall(SYS_setrlimit, RLIMIT_CORE, wanted[i]));
    REFUSED(syscall(SYS_setrlimit, RLIMIT_CORE | 1L << 32, wanted[i]));
    for (int k = 0; k < 4; k++) {
      REFUSED(syscall(SYS_prlimit64, targets[k], RLIMIT_CORE, wanted[i], NULL));
      REFUSED(syscall(SYS_prlimit64, targets[k], RLIMIT_CORE | 1L << 32, wanted[i], NULL));
    }
  }
  kill(child, SIGKILL);
  struct rlimit now;
  if (prlimit(0, RLIMIT_CORE, NULL, &now) != 0) BREACH("asking is refused");
  if (now.rlim_cur != 1 || now.rlim_max != 1) BREACH("the limit is %lu", (unsigned long)now.rlim_cur);
  struct rlimit files;
  if (getrlimit(RLIMIT_NOFILE, &files) != 0 || setrlimit(RLIMIT_NOFILE, &files) != 0) BREACH("other limits are refused");
  if (breaches == 0) raise(SIGQUIT);
  return HELD;
}
