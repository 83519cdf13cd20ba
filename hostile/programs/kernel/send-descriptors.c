// Attacks: the kernel's collector of descriptors in flight, by sending them through sockets in every way there is.
#include "../hostile.h"
int main(void) {
  int ends[2], fd = 1;
  if (socketpair(AF_UNIX, SOCK_DGRAM, 0, ends) != 0) return 0;
  char byte = 'x', room[CMSG_SPACE(sizeof fd)] = {0};
  struct iovec vector = {&byte, 1};
  struct mmsghdr many = {.msg_hdr = {.msg_iov = &vector, .msg_iovlen = 1, .msg_control = room, .msg_controllen = sizeof room}};
  struct cmsghdr *head = CMSG_FIRSTHDR(&many.msg_hdr);
  head->cmsg_level = SOL_SOCKET, head->cmsg_type = SCM_RIGHTS, head->cmsg_len = CMSG_LEN(sizeof fd);
  memcpy(CMSG_DATA(head), &fd, sizeof fd);
  REFUSED(sendmsg(ends[0], &many.msg_hdr, 0));
  REFUSED(sendmmsg(ends[0], &many, 1, 0));
  // The supervisor's key is an argument of 64 bits; these are the ones a careless one would have.
  const long keys[] = {0, -1, 1, 0xffffffffL, 0x7fffffffL};
  for (int i = 0; i < 5; i++) REFUSED(syscall(SYS_sendmsg, ends[0], &many.msg_hdr, 0, keys[i], keys[i], keys[i]));
  return HELD;
}
