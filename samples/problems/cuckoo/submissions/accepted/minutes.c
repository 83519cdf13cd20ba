#include <stdio.h>

int main(void) {
    int h1, m1, h2, m2;
    if (scanf("%d:%d %d:%d", &h1, &m1, &h2, &m2) != 4) return 1;
    int now = h1 * 60 + m1, last = h2 * 60 + m2, calls = 0;
    for (;; now = (now + 1) % 1440) {
        if (now % 60 == 0) calls += (now / 60 + 11) % 12 + 1;
        if (now % 60 == 30) calls++;
        if (now == last) break;
    }
    printf("%d\n", calls);
    return 0;
}
