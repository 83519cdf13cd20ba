/* @EXPECTED_RESULTS@: WTL
 * Answers rightly, then sleeps: a program that does not end is not accepted either. */
#include <stdio.h>
#include <unistd.h>

int main(void) {
    long long a, b;
    if (scanf("%lld %lld", &a, &b) != 2) return 1;
    printf("%lld\n", a + b);
    fflush(stdout);
    sleep(60);
    return 0;
}
