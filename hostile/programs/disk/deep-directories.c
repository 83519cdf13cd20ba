// Attacks: the code that walks the box: 10 000 folders, each inside the one before.
#include "../hostile.h"
int main(void) {
  for (int i = 0; i < 10000; i++) {
    if (mkdir("d", 0700) != 0 || chdir("d") != 0) break;
  }
  symlink(".", "loop");
  return 0;
}
