// Attacks: old system personalities, which switch off protections and bring back forgotten code.
#include "../hostile.h"
#include <sys/personality.h>
int main(void) {
  REFUSED(personality(READ_IMPLIES_EXEC));
  REFUSED(personality(MMAP_PAGE_ZERO));
  REFUSED(personality(PER_LINUX32));
  REFUSED(personality(PER_SVR4));
  REFUSED(personality(UNAME26));
  void *zero = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
  if (zero != MAP_FAILED) BREACH("mapped page 0");
  return HELD;
}
