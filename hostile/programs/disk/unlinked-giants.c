// Attacks: accounting by names: large files that are open but have none.
#include "../hostile.h"
int main(void) {
  static char block[1 << 20];
  for (int n = 0; n < 200; n++) {
    int fd = open("/box", O_TMPFILE | O_RDWR, 0600);
    if (fd < 0) fd = open("/box/x", O_CREAT | O_RDWR, 0600), unlink("/box/x");
    for (int i = 0; i < 8; i++) {
      if (write(fd, block, sizeof block) < 0) return 0;
    }
  }
  return 0;
}
