/* Thinks for ever about the reply. */
#include <stdio.h>
int main(void) {
    char reply[16];
    puts("2");
    fflush(stdout);
    if (fgets(reply, sizeof reply, stdin) == NULL) return 0;
    for (volatile long i = 0;; i++) {}
}
