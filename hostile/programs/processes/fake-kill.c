// Attacks: the verdict: kills itself as the out-of-memory killer or the judge would.
#include "../hostile.h"
int main(void) {
  raise(SIGKILL);
  return 0;
}
