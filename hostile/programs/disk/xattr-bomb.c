// Attacks: kernel memory, with attributes of files, which no limit of space or inodes counts on some kernels.
#include "../hostile.h"
#include <sys/xattr.h>
int main(void) {
  static char value[65536];
  memset(value, 'x', sizeof value);
  for (int file = 0; file < 2000; file++) {
    char name[64];
    snprintf(name, sizeof name, "/box/%d", file);
    int fd = open(name, O_CREAT | O_RDWR, 0600);
    if (fd < 0) break;
    int kept = 0;
    for (int i = 0; i < 100; i++) {
      snprintf(name, sizeof name, "user.%d", i);
      kept += fsetxattr(fd, name, value, sizeof value, 0) == 0;
    }
    REFUSED(fsetxattr(fd, "trusted.x", value, 10, 0));
    REFUSED(fsetxattr(fd, "security.x", value, 10, 0));
    close(fd);
    if (kept == 0) break;
  }
  return HELD;
}
