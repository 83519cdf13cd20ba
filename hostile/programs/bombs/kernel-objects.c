// Attacks: kernel memory, with timers, queued signals, epoll sets, eventfds and inotify watches.
#include "../hostile.h"
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <time.h>
int main(void) {
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_BLOCK, &all, NULL);
  for (int i = 0; i < 100000; i++) {
    if (sigqueue(getpid(), SIGRTMIN, (union sigval){.sival_int = i}) != 0) break;
  }
  struct sigevent quiet = {.sigev_notify = SIGEV_NONE};
  for (timer_t timer; timer_create(CLOCK_MONOTONIC, &quiet, &timer) == 0;) {
  }
  int watcher = inotify_init1(0);
  for (int i = 0; i < 200; i++) {
    char name[32];
    snprintf(name, sizeof name, "/tmp/%d", i);
    mkdir(name, 0700);
    inotify_add_watch(watcher, name, IN_ALL_EVENTS);
  }
  for (int set; (set = epoll_create1(0)) >= 0;) {
    struct epoll_event event = {.events = EPOLLIN};
    int counter = eventfd(0, 0);
    epoll_ctl(set, EPOLL_CTL_ADD, counter, &event);
  }
  return 0;
}
