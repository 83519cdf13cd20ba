// Attacks: the process limit with raw clone(2) children that share memory, files and signal handlers.
#include "../hostile.h"
#include <sched.h>
__attribute__((noreturn)) static int child(void *unused) {
  (void)unused;
  while (1) pause();
}
int main(void) {
  long made = 0;
  for (int i = 0; i < 4096; i++) {
    char *stack = malloc(8192);
    if (clone(child, stack + 8192, CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | SIGCHLD, NULL) > 0) made++;
  }
  if (made > 200) BREACH("%ld clones at once", made);
  return HELD;
}
