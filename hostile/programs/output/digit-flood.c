// Attacks: the default validator, which runs in the judge's own process: one number of a million digits.
#include "../hostile.h"
int main(void) {
  static char digits[1 << 20];
  memset(digits, '9', sizeof digits);
  write_all(1, digits, sizeof digits);
  return 0;
}
