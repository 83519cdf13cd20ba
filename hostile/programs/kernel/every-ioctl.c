// Attacks: the kernel's widest door: every plain ioctl on descriptors of every kind, and those of files, sockets, disks and processes.
#include "../hostile.h"
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <sys/timerfd.h>
static int harmless(unsigned long request) {
  const unsigned long known[] = {TCGETS, 0x802c542a, TIOCGWINSZ, TIOCGPGRP, TIOCOUTQ, FIONREAD, FIONBIO, FIOCLEX, FIONCLEX};
  for (unsigned i = 0; i < sizeof known / sizeof *known; i++) {
    if (known[i] == request) return 1;
  }
  return 0;
}
int main(void) {
  static char room[65536];
  int ends[2], sockets[2];
  if (pipe(ends) != 0 || socketpair(AF_UNIX, SOCK_STREAM, 0, sockets) != 0) return 1;
  const int fds[] = {ends[0], sockets[0], eventfd(0, 0), epoll_create1(0), timerfd_create(CLOCK_MONOTONIC, 0), open("/box", O_RDONLY),
                     open("/usr/bin/env", O_RDONLY), open("/dev/urandom", O_RDONLY), memfd_create("x", 0), (int)syscall(SYS_pidfd_open, getpid(), 0)};
  // FS_IOC_GETFLAGS, FS_IOC_FSGETXATTR, FS_IOC_FIEMAP, FICLONE, FIFREEZE, FS_IOC_GETFSUUID, SIOCUNIXFILE, PIDFD_GET_INFO, EPIOCSPARAMS, RNDGETENTCNT, TIOCSTI.
  const unsigned long long_ones[] = {0x80086601, 0x801c581f, 0xc020660b, 0x40049409, 0xc0045877, 0x80111500, 0x89e0, 0xc040ff0b, 0x40088a01, 0x80045200, 0x5412};
  for (int i = 0; i < 10; i++) {
    for (unsigned long request = 0; request <= 0xffff; request++) {
      if (harmless(request)) continue;
      if (syscall(SYS_ioctl, fds[i], request, room) >= 0 || errno != ENOTTY) BREACH("ioctl %lx of descriptor %d: %s", request, i, strerror(errno));
    }
    for (int k = 0; k < 11; k++) {
      if (syscall(SYS_ioctl, fds[i], long_ones[k], room) >= 0 || errno != ENOTTY) BREACH("ioctl %lx of descriptor %d: %s", long_ones[k], i, strerror(errno));
      // The kernel takes the request as 32 bits.
      if (syscall(SYS_ioctl, fds[i], long_ones[k] | 1UL << 40, room) >= 0 || errno != ENOTTY) BREACH("ioctl %lx with a high bit", long_ones[k]);
    }
  }
  int waiting;
  if (ioctl(ends[0], FIONREAD, &waiting) != 0) BREACH("how much can be read is refused");
  return HELD;
}
