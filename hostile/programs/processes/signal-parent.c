// Attacks: the supervisor, which is our parent in another world: signals to 0, to the parent, by prctl and by timers.
#include "../hostile.h"
#include <sys/prctl.h>
#include <time.h>
int main(void) {
  if (getppid() != 0) BREACH("the parent is visible as %d", getppid());
  kill(getppid(), 0);
  REFUSED(getpgid(1) > 0 ? 0 : -1);
  REFUSED(setpgid(0, 1));
  REFUSED(setpgid(1, getpid()));
  siginfo_t info = {.si_code = -1};
  REFUSED(syscall(SYS_rt_sigqueueinfo, 1, SIGKILL, &info));
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  return HELD;
}
