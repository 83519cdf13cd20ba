// Attacks: the judge's memory, as a validator whose message has 400 MiB, all of it holes.
#include "../hostile.h"
int main(void) {
  truncate("/box/feedback/judgemessage.txt", 400 << 20);
  return 43;
}
