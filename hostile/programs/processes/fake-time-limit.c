// Attacks: the verdict: sends itself the signal of an exceeded CPU limit.
#include "../hostile.h"
int main(void) {
  raise(SIGXCPU);
  return 0;
}
