// Attacks: the kernel behind the capabilities of a user namespace: unshare, clone, clone3, setns.
#include "../hostile.h"
#include <linux/sched.h>
#include <sched.h>
static long new_world(int flags) {
  long child = syscall(SYS_clone, flags | SIGCHLD, 0, 0, 0, 0);
  if (child == 0) _exit(0);
  return child;
}
static long newer_world(uint64_t flags) {
  struct clone_args arguments = {.flags = flags, .exit_signal = SIGCHLD};
  long child = syscall(SYS_clone3, &arguments, sizeof arguments);
  if (child == 0) _exit(0);
  return child;
}
int main(void) {
  const int flags[] = {CLONE_NEWUSER, CLONE_NEWNS, CLONE_NEWPID, CLONE_NEWNET, CLONE_NEWIPC, CLONE_NEWUTS, CLONE_NEWCGROUP};
  for (int i = 0; i < 7; i++) {
    REFUSED(unshare(flags[i]));
    REFUSED(unshare(CLONE_NEWUSER | flags[i]));
    REFUSED(new_world(flags[i]));
    REFUSED(new_world(CLONE_NEWUSER | flags[i]));
    REFUSED(newer_world((uint64_t)flags[i]));
    REFUSED(newer_world((uint64_t)flags[i] | CLONE_INTO_CGROUP));
  }
  REFUSED(unshare(0x80));
  const char *doors[] = {"user", "mnt", "pid", "net", "ipc", "uts", "cgroup", "time"};
  for (int i = 0; i < 8; i++) {
    char path[64];
    snprintf(path, sizeof path, "/proc/self/ns/%s", doors[i]);
    int fd = open(path, O_RDONLY);
    if (fd >= 0) REFUSED(setns(fd, 0));
    snprintf(path, sizeof path, "/proc/1/ns/%s", doors[i]);
    REFUSED(open(path, O_RDONLY));
  }
  REFUSED(setns((int)syscall(SYS_pidfd_open, 1, 0), CLONE_NEWNS | CLONE_NEWPID));
  return HELD;
}
