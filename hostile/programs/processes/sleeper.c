// Attacks: a limit on CPU time alone: sleeps for ever without using any.
#include "../hostile.h"
int main(void) {
  while (1) sleep(1000);
}
