// Attacks: calls that only the supervisor may make, with guesses of the number that it shows to the filter.
#include "../hostile.h"
#include <sched.h>
int main(void) {
  unsigned long wanted[11] = {[4] = SIGCHLD};
  struct {
    unsigned long flags, mode, resolve;
  } how = {0};
  struct msghdr message = {0};
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return 1;
  int space = open("/proc/self/ns/ipc", O_RDONLY);
  unsigned long guess = 0x9e3779b97f4a7c15;
  for (int i = 0; i < 20000; i++) {
    // What lies on a new program's stack, what it receives at its start, and simple numbers.
    unsigned long number = i < 4096 ? (unsigned long)i : i < 6000 ? ~0UL << (i % 64) : (guess = guess * 6364136223846793005UL + 1442695040888963407UL);
    if (syscall(435 /* clone3 */, wanted, 88, 0, number) != -1 || errno != ENOSYS) return 67;
    REFUSED(syscall(SYS_sendmsg, ends[0], &message, MSG_DONTWAIT, number));
    REFUSED(syscall(SYS_setns, space, 0, 0, number));
    if (syscall(437 /* openat2 */, AT_FDCWD, "/", &how, sizeof how, number) != -1 || errno != ENOSYS) BREACH("openat2");
  }
  return HELD;
}
