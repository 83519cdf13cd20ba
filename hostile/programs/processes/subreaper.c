// Attacks: reaping: becomes the reaper of its own orphans, so that they never come to process 1.
#include "../hostile.h"
#include <sys/prctl.h>
int main(void) {
  if (fork() != 0) return 0;
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  for (int i = 0; i < 4; i++) {
    if (fork() == 0) {
      if (fork() == 0) burn();
      _exit(0);
    }
  }
  burn();
}
