// Attacks: the filter of system calls, by the page at the end of memory that answers some calls for old programs.
#include "../hostile.h"
#include <time.h>
static void fault(int unused) {
  (void)unused;
  _exit(0);
}
int main(void) {
  signal(SIGSEGV, fault);
#ifdef __x86_64__
  long (*get_time)(time_t *) = (long (*)(time_t *))0xffffffffff600400;
  time_t now = 0, said = time(NULL);
  get_time(&now);
  // Knowing the time is allowed; anything else would be news.
  if (now < said - 5 || now > said + 5) BREACH("the page said %ld", (long)now);
  // Jumping past the three entries must fault.
  ((void (*)(void))0xffffffffff600c10)();
  BREACH("an entry that does not exist was called");
#endif
  return HELD;
}
