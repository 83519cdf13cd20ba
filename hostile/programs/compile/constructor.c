// Attacks: nobody while it is compiled: code before main must not run until the program does.
#include <stdio.h>
#include <stdlib.h>
__attribute__((constructor)) static void early(void) {
  puts("BREACH");
  exit(66);
}
int main(void) { return 0; }
