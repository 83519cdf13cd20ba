// The honest program of the suite's conversations.
#include <stdio.h>

int main(void) {
  int c, low = 0, high = 1000;
  while ((c = getchar()) != '\n' && c != EOF) {
  }
  while (low < high) {
    char line[64];
    int middle = (low + high) / 2;
    printf("%d\n", middle);
    fflush(stdout);
    if (fgets(line, sizeof line, stdin) == NULL || line[0] == 'r') return 0;
    if (line[0] == 'm') low = middle + 1;
    else high = middle;
  }
  return 0;
}
