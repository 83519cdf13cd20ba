// Attacks: the filter itself: adds filters, listens to them, and asks to have ours taken away; thousands of filters freed at once would stop the kernel.
#include "../hostile.h"
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
int main(void) {
  struct sock_filter allow[] = {BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
  struct sock_fprog program = {1, allow};
  REFUSED(prctl(PR_SET_SECCOMP, 0, 0, 0, 0));
  REFUSED(prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0));
  REFUSED(syscall(SYS_prctl, PR_SET_SECCOMP | 1L << 32, SECCOMP_MODE_FILTER, &program, 0, 0));
  for (unsigned flags = 0; flags < 64; flags++) REFUSED(syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &program));
  // Strict mode would leave us four calls, and none to say so.
  pid_t child = fork();
  if (child == 0) {
    if (syscall(SYS_seccomp, SECCOMP_SET_MODE_STRICT, 0, NULL) >= 0) while (1) syscall(SYS_exit, 9);
    if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT) >= 0) while (1) syscall(SYS_exit, 9);
    _exit(0);
  }
  int status;
  waitpid(child, &status, 0);
  if (status != 0) BREACH("strict mode");
  REFUSED(syscall(SYS_bpf, 0, allow, 64));
  REFUSED(chroot("/box"));
  if (prctl(PR_GET_SECCOMP) != 2) BREACH("no filter");
  // One, made when the slot was built: a filter of each run's own would be freed after each run.
  char text[8192] = "";
  int fd = open("/proc/self/status", O_RDONLY);
  if (read(fd, text, sizeof text - 1) <= 0) BREACH("no status");
  const char *count = strstr(text, "Seccomp_filters:");
  if (count != NULL && atoi(count + 16) != 1) BREACH("%d filters", atoi(count + 16));
  return HELD;
}
