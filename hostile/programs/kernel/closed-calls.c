// Attacks: the kernel's largest doors: bpf, perf, io_uring, userfaultfd, modules, kexec, reboot, swap, ports, the log.
#include "../hostile.h"
#include <sys/io.h>
#include <sys/klog.h>
#include <sys/reboot.h>
#include <sys/swap.h>
int main(void) {
  static char zeros[4096];
  REFUSED(syscall(SYS_bpf, 0, zeros, 64));
  REFUSED(syscall(SYS_bpf, 5, zeros, 64));
  REFUSED(syscall(SYS_perf_event_open, zeros, 0, -1, -1, 0));
  REFUSED(syscall(SYS_io_uring_setup, 1, zeros));
  REFUSED(syscall(SYS_userfaultfd, 0));
  REFUSED(syscall(SYS_userfaultfd, 1));
  REFUSED(syscall(SYS_init_module, zeros, 0, ""));
  REFUSED(syscall(SYS_finit_module, 0, "", 0));
  REFUSED(syscall(SYS_delete_module, "x", 0));
  REFUSED(syscall(SYS_kexec_load, 0, 0, zeros, 0));
  REFUSED(reboot(RB_ENABLE_CAD));
  REFUSED(swapon("/box/swap", 0));
  REFUSED(swapoff("/box/swap"));
  REFUSED(acct("/box/acct"));
  REFUSED(syscall(SYS_quotactl, 0, "", 0, zeros));
#ifdef __x86_64__
  REFUSED(iopl(3));
  REFUSED(ioperm(0x70, 2, 1));
  REFUSED(syscall(SYS_modify_ldt, 0, zeros, 16));
#endif
  REFUSED(klogctl(3, zeros, sizeof zeros));
  REFUSED(klogctl(10, NULL, 0));
  REFUSED(syscall(SYS_fanotify_init, 0, 0));
  REFUSED(syscall(447 /* memfd_secret */, 0));
  REFUSED(sethostname("x", 1));
  REFUSED(setdomainname("x", 1));
  REFUSED(vhangup());
  return HELD;
}
