// Attacks: code that expects 0, 1 and 2 to be open: closes them and puts other files in their places.
#include "../hostile.h"
int main(void) {
  close(0), close(1), close(2);
  for (int i = 0; i < 3; i++) open("/box/standard", O_RDWR | O_CREAT, 0600);
  write_all(1, "nobody hears this\n", 18);
  return 0;
}
