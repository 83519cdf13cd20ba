// Attacks: the verdict: says half a guess and crashes, so that the interactor's rejection hides the crash.
#include "../hostile.h"
int main(void) {
  static char away[256 * 1024];
  for (size_t heard = 0; heard < sizeof away - 1;) {
    ssize_t n = read(0, away, sizeof away);
    if (n <= 0) break;
    heard += (size_t)n;
  }
  write_all(1, "3", 1);
  raise(SIGSEGV);
  return 0;
}
