// Attacks: CPU accounting, by becoming a new program again and again.
#include "../hostile.h"
int main(int argc, char **argv) {
  (void)argc;
  execv("/proc/self/exe", argv);
  return 1;
}
