// Attacks: the end of the run, with filters of its own: as many as can be stacked, and calls that wait for an answer nobody gives.
#include "../hostile.h"
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
static struct sock_filter many[4096];
static long install(unsigned flags, struct sock_filter *code, unsigned short length) {
  struct sock_fprog program = {length, code};
  return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &program);
}
int main(void) {
  // Waits in the kernel for a listener that never answers.
  if (fork() == 0) {
    struct sock_filter ask[] = {BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
                                BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_getuid, 0, 1),
                                BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF),
                                BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
    install(SECCOMP_FILTER_FLAG_NEW_LISTENER, ask, 4);
    signal(SIGTERM, SIG_IGN);
    syscall(SYS_getuid);
    _exit(0);
  }
  // Kills its own calls to exit, so that it can only be killed.
  if (fork() == 0) {
    struct sock_filter stay[] = {BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
                                 BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_pause, 1, 0),
                                 BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
                                 BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
    install(0, stay, 4);
    while (1) pause();
  }
  usleep(50000);
  for (int i = 0; i < 4095; i++) many[i] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_IMM, 0);
  many[4095] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  int stacked = 0;
  while (install(0, many, 4096) == 0) stacked++;
  printf("%d filters of 4096 instructions\n", stacked);
  return 0;
}
