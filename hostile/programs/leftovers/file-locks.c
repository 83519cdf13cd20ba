// Attacks: the next run and the judge, with locks on every shared file, held by a daemon.
#include "../hostile.h"
#include <sys/file.h>
int main(void) {
  const char *files[] = {"/program/program", "/usr/bin/env", "/proc/cpuinfo", "/dev/null", "/program", "/box", "/"};
  if (fork() != 0) return 0;
  setsid();
  for (int i = 0; i < 7; i++) {
    int fd = open(files[i], O_RDONLY);
    struct flock region = {.l_type = F_RDLCK};
    flock(fd, LOCK_EX | LOCK_NB);
    fcntl(fd, F_SETLK, &region);
    fcntl(fd, F_SETLEASE, F_RDLCK);
    fcntl(fd, F_NOTIFY, 0x8000003f);
  }
  flock(0, LOCK_EX);
  while (1) pause();
}
