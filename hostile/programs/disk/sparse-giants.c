// Attacks: code that trusts a file's size: files of 8 EiB and 255 MiB made of nothing, at the place that is collected.
#include "../hostile.h"
int main(void) {
  signal(SIGXFSZ, SIG_IGN);
  int fd = open("/box/out", O_CREAT | O_RDWR, 0600);
  if (ftruncate(fd, INT64_MAX) != 0) ftruncate(fd, 1LL << 43);
  fd = open("/box/other", O_CREAT | O_RDWR, 0600);
  ftruncate(fd, 255 << 20);
  fallocate(fd, 0, 0, 1LL << 40);
  pwrite(fd, "x", 1, 1LL << 40);
  return 0;
}
