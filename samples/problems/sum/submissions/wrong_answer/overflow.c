/* Adds in 32 bits. Unsigned, so that the overflow is defined and the result the same everywhere. */
#include <stdio.h>

int main(void) {
    long long a, b;
    if (scanf("%lld %lld", &a, &b) != 2) return 1;
    printf("%u\n", (unsigned)a + (unsigned)b);
    return 0;
}
