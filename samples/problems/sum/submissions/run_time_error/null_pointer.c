/* Dies of SIGSEGV. */
#include <stdio.h>

int main(void) {
    long long a;
    long long *volatile b = NULL;
    if (scanf("%lld", &a) != 1) return 1;
    printf("%lld\n", a + *b);
    return 0;
}
