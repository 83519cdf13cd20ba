// Attacks: the test data, as a validator that overwrites its input, its answer and the team's output.
#include "../hostile.h"
int main(int argc, char **argv) {
  for (int i = 1; i < 3 && i < argc; i++) {
    REFUSED(open(argv[i], O_WRONLY));
    REFUSED(truncate(argv[i], 0));
    REFUSED(unlink(argv[i]));
    REFUSED(rename(argv[i], "/box/x"));
    REFUSED(chmod(argv[i], 0777));
  }
  REFUSED(write(0, "x", 1));
  REFUSED(ftruncate(0, 0));
  REFUSED(open("/proc/self/fd/0", O_RDWR));
  return breaches == 0 ? 42 : 66;
}
