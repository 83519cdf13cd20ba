// Attacks: the killer, with a parent that the kernel holds in an almost uninterruptible wait (vfork).
#include "../hostile.h"
int main(void) {
  if (vfork() == 0) {
    while (1) pause();
  }
  return 0;
}
