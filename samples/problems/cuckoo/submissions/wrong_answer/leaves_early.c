/* The last minute is missing. */
#include <stdio.h>

int main(void) {
    int h1, m1, h2, m2, calls = 0;
    if (scanf("%d:%d %d:%d", &h1, &m1, &h2, &m2) != 4) return 1;
    for (int now = h1 * 60 + m1; now != h2 * 60 + m2; now = (now + 1) % 1440) {
        if (now % 60 == 0) calls += (now / 60 + 11) % 12 + 1;
        if (now % 60 == 30) calls++;
    }
    printf("%d\n", calls);
    return 0;
}
