// Attacks: CPU accounting: the burning is done by grandchildren whose parents are gone, so nobody inherits their time.
#include "../hostile.h"
int main(void) {
  for (int i = 0; i < 3; i++) {
    if (fork() == 0) {
      if (fork() == 0) burn();
      _exit(0);
    }
  }
  while (1) pause();
}
