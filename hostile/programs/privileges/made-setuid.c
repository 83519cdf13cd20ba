// Attacks: exec: gives itself setuid bits and file capabilities, and runs copies from the box and from a memfd.
#include "../hostile.h"
#include <sys/sendfile.h>
#include <sys/xattr.h>
extern char **environ;
int main(int argc, char **argv) {
  if (argc > 1) {
    if (geteuid() < 1000 || getuid() != geteuid()) BREACH("user %d %d", getuid(), geteuid());
    return HELD;
  }
  (void)argv;
  int self = open("/proc/self/exe", O_RDONLY);
  struct stat info;
  fstat(self, &info);
  for (int way = 0; way < 2; way++) {
    int copy = way == 0 ? open("/box/copy", O_CREAT | O_RDWR, 0755) : memfd_create("copy", 0);
    off_t from = 0;
    while (sendfile(copy, self, &from, (size_t)info.st_size) > 0) {
    }
    fchmod(copy, 06777);
    REFUSED(fsetxattr(copy, "security.capability", "\1\0\0\2\377\377\377\377\377\377\377\377\377\377\377\377\377\377\377\377", 20, 0));
    REFUSED(fchown(copy, 0, 0));
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", copy);
    int reader = open(path, O_RDONLY | O_CLOEXEC);
    close(copy);
    if (fork() == 0) {
      char *arguments[] = {"copy", "again", NULL};
      fexecve(reader, arguments, environ);
      _exit(0);
    }
    int status;
    wait(&status);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 66) breaches++;
  }
  return HELD;
}
