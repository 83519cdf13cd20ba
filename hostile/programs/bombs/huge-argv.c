// Attacks: exec, by starting itself again with ever larger arguments and environment.
#include "../hostile.h"
int main(int argc, char **argv) {
  char **more = malloc(sizeof(char *) * (size_t)(argc * 2 + 4));
  char *long_word = malloc(120000);
  memset(long_word, 'a', 119999);
  long_word[119999] = '\0';
  int n = 0;
  for (; n < argc; n++) more[n] = argv[n];
  for (int i = 0; i <= argc && i < 4096; i++) more[n++] = long_word;
  more[n] = NULL;
  execve("/proc/self/exe", more, more);
  return 0;
}
