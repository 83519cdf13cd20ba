// Attacks: other processes' memory and descriptors: ptrace, process_vm_readv, pidfd_getfd, kcmp.
#include "../hostile.h"
#include <sys/ptrace.h>
#include <sys/uio.h>
int main(void) {
  pid_t child = fork();
  if (child == 0) {
    while (1) pause();
  }
  const pid_t targets[] = {1, child};
  char here[8];
  struct iovec local = {here, sizeof here}, remote = {&breaches, sizeof here};
  for (int i = 0; i < 2; i++) {
    REFUSED(ptrace(PTRACE_ATTACH, targets[i], 0, 0));
    REFUSED(ptrace(PTRACE_SEIZE, targets[i], 0, 0));
    REFUSED(process_vm_readv(targets[i], &local, 1, &remote, 1, 0));
    REFUSED(process_vm_writev(targets[i], &local, 1, &remote, 1, 0));
    REFUSED(syscall(SYS_pidfd_getfd, syscall(SYS_pidfd_open, targets[i], 0), 0, 0));
    REFUSED(syscall(SYS_kcmp, targets[i], getpid(), 0, 0, 0));
    REFUSED(syscall(SYS_process_madvise, syscall(SYS_pidfd_open, targets[i], 0), &remote, 1, MADV_COLD, 0));
    REFUSED(syscall(SYS_migrate_pages, targets[i], 64, &local, &local));
  }
  REFUSED(ptrace(PTRACE_TRACEME, 0, 0, 0));
  kill(child, SIGKILL);
  return HELD;
}
