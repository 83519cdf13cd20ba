// Attacks: kernel memory, with as many one-page mappings as the kernel allows, in every process it may have.
#include "../hostile.h"
int main(void) {
  for (int i = 0; i < 4; i++) fork();
  for (int i = 0; i < 70000; i++) {
    mmap(NULL, 4096, i % 2 ? PROT_READ : PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  }
  return 0;
}
