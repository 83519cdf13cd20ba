// Attacks: the filter itself: adds filters, listens to them, and asks to have ours taken away.
#include "../hostile.h"
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
int main(void) {
  struct sock_filter allow[] = {BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
  struct sock_fprog program = {1, allow};
  REFUSED(prctl(PR_SET_SECCOMP, 0, 0, 0, 0));
  syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program);
  REFUSED(syscall(SYS_bpf, 0, allow, 64));
  REFUSED(chroot("/box"));
  if (prctl(PR_GET_SECCOMP) != 2) BREACH("no filter");
  return HELD;
}
