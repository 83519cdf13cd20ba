// Attacks: the reader of names: 255 bytes of line ends, escape sequences, quotes and broken UTF-8, thousands of times.
#include "../hostile.h"
int main(void) {
  char name[256];
  for (int i = 0; i < 3000; i++) {
    for (int at = 0; at < 255; at++) {
      int byte = 1 + (i * 31 + at * 7 + at * at) % 255;
      name[at] = (char)(byte == '/' ? '\n' : byte);
    }
    name[255] = '\0';
    close(open(name, O_CREAT | O_WRONLY, 0));
  }
  close(open("..\\..\\x", O_CREAT | O_WRONLY, 0600));
  close(open("\x1b]0;x\x07", O_CREAT | O_WRONLY, 0600));
  return 0;
}
