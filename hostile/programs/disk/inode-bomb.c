// Attacks: the box's inodes, with empty files until no more can be made.
#include "../hostile.h"
int main(void) {
  int made = 0;
  for (; made < 200000; made++) {
    char name[64];
    snprintf(name, sizeof name, "/tmp/%d", made);
    int fd = open(name, O_CREAT | O_WRONLY, 0600);
    if (fd < 0) break;
    close(fd);
  }
  if (made > 20000) BREACH("%d files", made);
  return HELD;
}
