// Attacks: the verdict, as a validator that is killed.
#include "../hostile.h"
int main(void) {
  raise(SIGKILL);
  return 0;
}
