// Attacks: the cleaning of the box, with folders nobody may enter, files nobody may delete, and attributes.
#include "../hostile.h"
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <sys/xattr.h>
int main(void) {
  const char *folders[] = {"/box/a", "/tmp/a", "/dev/shm/a"};
  for (int i = 0; i < 3; i++) {
    mkdir(folders[i], 0700);
    char inner[64];
    snprintf(inner, sizeof inner, "%s/file", folders[i]);
    int fd = open(inner, O_CREAT | O_RDWR, 0600);
    setxattr(inner, "user.x", "y", 1, 0);
    int flags = FS_IMMUTABLE_FL | FS_APPEND_FL;
    ioctl(fd, FS_IOC_SETFLAGS, &flags);
    fchmod(fd, 07000);
    chmod(folders[i], 0);
  }
  return 0;
}
