// Attacks: the supervisor's own CPU, by waking it for every single byte.
#include "../hostile.h"
int main(void) {
  while (1) write_all(1, "x", 1);
}
