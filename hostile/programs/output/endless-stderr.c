// Attacks: the judge's memory, by printing without end on the error stream.
#include "../hostile.h"
int main(void) {
  static char block[1 << 16];
  while (1) write_all(2, block, sizeof block);
}
