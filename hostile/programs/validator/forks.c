// Attacks: the process table, as a validator.
#include "../hostile.h"
int main(void) {
  while (1) fork();
}
