// Attacks: setuid programs of the system: su, passwd, mount, newgrp, sudo and friends.
#include "../hostile.h"
static void attempt(const char *path, const char *one, const char *two, const char *three) {
  pid_t child = fork();
  if (child == 0) {
    close(0);
    open("/dev/null", O_RDONLY);
    execl(path, path, one, two, three, NULL);
    _exit(1);
  }
  int status;
  waitpid(child, &status, 0);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) BREACH("%s %s worked", path, one);
}
int main(void) {
  attempt("/usr/bin/su", "root", "-c", "id");
  attempt("/usr/bin/passwd", "-d", "root", NULL);
  attempt("/usr/bin/mount", "-t", "tmpfs", "/box");
  attempt("/usr/bin/umount", "/usr", NULL, NULL);
  attempt("/usr/bin/newgrp", "root", NULL, NULL);
  attempt("/usr/bin/sudo", "-n", "id", NULL);
  attempt("/usr/bin/chsh", "-s", "/bin/sh", "root");
  attempt("/usr/bin/unshare", "-r", "id", NULL);
  return HELD;
}
