#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char who[8], what[40];
    if (scanf("%7s %39s", who, what) != 2) return 1;
    if (strcmp(who, "tower") == 0) {
        /* The lowest digit first: the wind puts the highest in front. */
        for (long n = atol(what), first = 1; n > 0 || first; n /= 2, first = 0) putchar(n % 2 ? 'b' : 'a');
        putchar('\n');
        return 0;
    }
    long n = 0;
    for (const char *at = what; *at != 0; ++at) n = 2 * n + (*at == 'b');
    printf("%ld\n", n);
}
