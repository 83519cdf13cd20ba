// Attacks: memory, with shared anonymous pages that belong to many processes and to none.
#include "../hostile.h"
int main(void) {
  for (int i = 0; i < 8; i++) fork();
  while (1) {
    char *pages = mmap(NULL, 8 << 20, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (pages != MAP_FAILED) touch(pages, 8 << 20);
  }
}
