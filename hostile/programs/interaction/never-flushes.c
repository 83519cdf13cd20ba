// Attacks: the judging's time: keeps its guess in its own buffer and waits for the answer.
#include "../hostile.h"
int main(void) {
  char answer[64];
  int c;
  while ((c = getchar()) != '\n' && c != EOF) {
  }
  printf("37\n");
  return fgets(answer, sizeof answer, stdin) == NULL ? 7 : 0;
}
