// Attacks: an honest program and the exchange, as an interactor that never stops talking.
#include "../hostile.h"
int main(void) {
  static char words[1 << 16];
  memset(words, 'x', sizeof words);
  while (1) write_all(1, words, sizeof words);
}
