// Attacks: the judging's time and an honest program's verdict, as an interactor that hears a guess and never answers.
#include "../hostile.h"
int main(void) {
  char word[64];
  write_all(1, "rules\n", 6);
  if (read(0, word, sizeof word) < 0) return 1;
  while (1) sleep(1000);
}
