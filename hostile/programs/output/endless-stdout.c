// Attacks: the judge's disk and pipes, by printing without end.
#include "../hostile.h"
int main(void) {
  static char block[1 << 16];
  while (1) write_all(1, block, sizeof block);
}
