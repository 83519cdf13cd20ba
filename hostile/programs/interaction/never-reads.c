// Attacks: the interactor, which cannot get rid of its words: sends one guess and never reads.
#include "../hostile.h"
int main(void) {
  write_all(1, "37\n", 3);
  while (1) pause();
}
