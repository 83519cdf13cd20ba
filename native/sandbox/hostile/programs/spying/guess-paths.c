// Attacks: test data, answers and other teams' sources by paths one could guess or was told.
#include "../hostile.h"
int main(void) {
  const char *folders[] = {"/judge", "/judge/input", "/judge/answer", "/judge/feedback", "/var", "/home", "/opt",
                           "/srv", "/mnt", "/media", "/root/.", "/etc/shadow", "/etc/ssh", "/etc/hostname",
                           "/etc/resolv.conf", "/etc/machine-id", "/var/lib", "/var/log", "/usr/local/sandglass", "/boot",
                           "/program/../judge/answer", "/proc/2/root/judge/answer"};
  for (unsigned i = 0; i < sizeof folders / sizeof folders[0]; i++) {
    int fd = open(folders[i], O_RDONLY);
    struct stat info;
    if (fd < 0 || fstat(fd, &info) != 0) continue;
    char byte;
    if (S_ISREG(info.st_mode) && read(fd, &byte, 1) > 0) BREACH("read %s", folders[i]);
    if (!S_ISDIR(info.st_mode)) continue;
    char entries[4096];
    // Two entries of 24 bytes are "." and "..".
    if (syscall(SYS_getdents64, fd, entries, sizeof entries) > 48 && strcmp(folders[i], "/judge") != 0) {
      BREACH("listed %s", folders[i]);
    }
  }
  REFUSED(open(told("HOSTILE_SECRET"), O_RDONLY));
  REFUSED(open(told("HOSTILE_FOLDER"), O_RDONLY));
  char path[9000];
  for (int process = 1; process < 64; process++) {
    snprintf(path, sizeof path, "%s/%d/root%s", processes_folder(), process, told("HOSTILE_SECRET"));
    REFUSED(open(path, O_RDONLY));
    snprintf(path, sizeof path, "%s/%d/cwd/../../../%s", processes_folder(), process, told("HOSTILE_SECRET"));
    REFUSED(open(path, O_RDONLY));
  }
  return HELD;
}
