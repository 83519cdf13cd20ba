// Attacks: the host's memory, as a validator.
#include "../hostile.h"
int main(void) {
  while (1) touch(malloc(1 << 20), 1 << 20);
}
