// Attacks: descriptors that were forgotten: everything but 0, 1 and 2, by number and through /proc.
#include "../hostile.h"
#include <dirent.h>
int main(void) {
  for (int fd = 3; fd < 65536; fd++) {
    if (fcntl(fd, F_GETFD) >= 0) BREACH("descriptor %d", fd);
  }
  DIR *list = opendir("/proc/self/fd");
  for (struct dirent *entry; list != NULL && (entry = readdir(list)) != NULL;) {
    int fd = atoi(entry->d_name);
    if (entry->d_name[0] != '.' && fd > 2 && fd != dirfd(list)) BREACH("descriptor %d in /proc", fd);
  }
  return HELD;
}
