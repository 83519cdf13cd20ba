// Attacks: the supervisor, with children that become its own, which it does not know and would not reap; also traced ones.
#include "../hostile.h"
#include <sched.h>
static long born(unsigned long flags) {
  long pid = syscall(SYS_clone, flags | SIGCHLD, 0, 0, 0, 0);
  if (pid == 0) _exit(0);
  return pid;
}
int main(void) {
  REFUSED(born(CLONE_PARENT));
  REFUSED(born(CLONE_PARENT | CLONE_VFORK | CLONE_VM));
  REFUSED(born(CLONE_PTRACE));
  REFUSED(born(CLONE_UNTRACED));
  REFUSED(born(CLONE_IO));
  if (born(0) < 0) BREACH("an ordinary child is refused");
  return HELD;
}
