// The honest interactor of the suite: a secret number, 40 guesses. It begins with more than a pipe holds.
#include <stdio.h>
#include <string.h>

static char rules[256 * 1024];

int main(void) {
  memset(rules, '.', sizeof rules - 2);
  rules[sizeof rules - 2] = '\n';
  setvbuf(stdout, NULL, _IOFBF, 1 << 16);
  fputs(rules, stdout);
  fflush(stdout);
  char line[64];
  for (int guess = 0; guess < 40 && fgets(line, sizeof line, stdin) != NULL; guess++) {
    int number = 0;
    if (sscanf(line, "%d", &number) != 1) return 43;
    puts(number == 37 ? "right" : number < 37 ? "more" : "less");
    fflush(stdout);
    if (number == 37) return 42;
  }
  return 43;
}
