// Attacks: the judge's memory, as a validator that writes endless messages to every place it has.
#include "../hostile.h"
int main(void) {
  static char block[1 << 16];
  int message = open("/box/feedback/judgemessage.txt", O_WRONLY);
  while (1) {
    write_all(message, block, sizeof block);
    write_all(1, block, sizeof block);
    write_all(2, block, sizeof block);
  }
}
