// Attacks: the writable folders themselves: renames, removes, re-modes, re-owns and marks them.
#include "../hostile.h"
#include <sys/xattr.h>
int main(void) {
  const char *roots[] = {"/box", "/tmp", "/dev/shm", "/program", "/judge", "/"};
  for (int i = 0; i < 6; i++) {
    REFUSED(rename(roots[i], "/box/moved"));
    REFUSED(rmdir(roots[i]));
    REFUSED(chmod(roots[i], 0700));
    REFUSED(chown(roots[i], getuid(), getgid()));
    REFUSED(setxattr(roots[i], "user.mark", "x", 1, 0));
    REFUSED(setxattr(roots[i], "system.posix_acl_default", "x", 1, 0));
  }
  REFUSED(open("/.scratch", O_RDONLY));
  REFUSED(mkdir("/x", 0777));
  return HELD;
}
