// Attacks: memory, in one call that makes the kernel fill the pages (MAP_POPULATE).
#include "../hostile.h"
int main(void) {
  for (int i = 0; i < 64; i++) {
    mmap(NULL, 256UL << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
  }
  return 0;
}
