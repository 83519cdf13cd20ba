// Attacks: kernel memory and what the user may watch, with one descriptor in a thousand sets, held by many processes.
#include "../hostile.h"
#include <sys/epoll.h>
#include <sys/eventfd.h>
int main(void) {
  for (int i = 0; i < 3; i++) fork();
  struct epoll_event event = {.events = EPOLLIN};
  static int watched[256];
  int count = 0;
  for (; count < 40 && (watched[count] = eventfd(0, 0)) >= 0; count++) {
  }
  for (int set; (set = epoll_create1(0)) >= 0;) {
    for (int i = 0; i < count; i++) epoll_ctl(set, EPOLL_CTL_ADD, watched[i], &event);
  }
  while (1) pause();
}
