// Attacks: the judging, as a validator that never decides.
#include "../hostile.h"
int main(void) {
  while (1) pause();
}
