// Attacks: the killer: daemons that ignore and block every signal, change name and group, and replace each other.
#include "../hostile.h"
#include <sys/prctl.h>
int main(void) {
  for (int s = 1; s < 65; s++) signal(s, SIG_IGN);
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_BLOCK, &all, NULL);
  for (int i = 0; i < 8; i++) {
    if (fork() != 0) continue;
    while (1) {
      setsid();
      prctl(PR_SET_NAME, "sandglass-slot");
      prctl(PR_SET_PDEATHSIG, 0);
      if (fork() > 0) _exit(0);
      usleep(200);
    }
  }
  return 0;
}
