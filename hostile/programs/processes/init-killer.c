// Attacks: process 1 and everybody else, with every signal there is, one by one and all at once.
#include "../hostile.h"
int main(void) {
  for (int s = 1; s < 65; s++) {
    REFUSED(kill(1, s));
    kill(0, s == SIGKILL || s == SIGSTOP ? 0 : SIGCONT);
  }
  REFUSED(syscall(SYS_tgkill, 1, 1, SIGKILL));
  REFUSED(syscall(SYS_pidfd_send_signal, syscall(SYS_pidfd_open, 1, 0), SIGKILL, NULL, 0));
  kill(-1, SIGKILL);
  kill(-1, SIGSTOP);
  return HELD;
}
