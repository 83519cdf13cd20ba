// Attacks: the out-of-memory killer: asks to be spared, and offers children to be killed in its place.
#include "../hostile.h"
static int ask(const char *value) {
  int fd = open("/proc/self/oom_score_adj", O_WRONLY);
  int ok = fd >= 0 && write(fd, value, strlen(value)) > 0;
  close(fd);
  return ok ? 0 : -1;
}
int main(void) {
  REFUSED(ask("-1000"));
  for (int i = 0; i < 1000; i++) {
    if (fork() == 0) {
      ask("1000");
      char *memory = malloc(1 << 28);
      touch(memory, 1 << 28);
      _exit(0);
    }
    wait(NULL);
  }
  return HELD;
}
