// Attacks: the judge's reader, with pages of files moved into the output and changed afterwards, and the output moved into itself.
#include "../hostile.h"
#include <sys/sendfile.h>
int main(void) {
  int file = open("/box/page", O_CREAT | O_RDWR, 0600);
  int own[2];
  if (pipe2(own, O_NONBLOCK) != 0 || ftruncate(file, 1 << 16) != 0) return 1;
  fchmod(1, 0700);
  int reader = open("/proc/self/fd/1", O_RDONLY | O_NONBLOCK);
  char *page = mmap(NULL, 1 << 16, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  for (int i = 0; i < 60; i++) {
    loff_t from = 0;
    off_t start = 0;
    splice(file, &from, 1, NULL, 4096, SPLICE_F_NONBLOCK);
    memset(page, i, 4096);
    tee(reader, own[1], 4096, SPLICE_F_NONBLOCK);
    splice(own[0], NULL, 1, NULL, 4096, SPLICE_F_NONBLOCK | SPLICE_F_MOVE);
    sendfile(1, file, &start, 100);
    splice(reader, NULL, 1, NULL, 100, SPLICE_F_NONBLOCK);
    ftruncate(file, i % 2 == 0 ? 0 : 1 << 16);
    ftruncate(file, 1 << 16);
  }
  // The system's files go out as they are, but cannot be changed by way of the pipe.
  int shared = open("/usr/bin/env", O_RDONLY);
  loff_t from = 0;
  while (read(own[0], page, 4096) > 0) {
  }
  splice(shared, &from, own[1], NULL, 1, 0);
  write(own[1], "hostile", 7);
  REFUSED(splice(own[0], NULL, shared, NULL, 8, SPLICE_F_NONBLOCK));
  return HELD;
}
