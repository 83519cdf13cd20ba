/* Wants to know the calls per minute, too: SIGFPE when the visit takes a single minute. */
#include <stdio.h>

int main(void) {
    int h1, m1, h2, m2, calls = 0;
    if (scanf("%d:%d %d:%d", &h1, &m1, &h2, &m2) != 4) return 1;
    int first = h1 * 60 + m1, last = h2 * 60 + m2;
    if (last < first) last += 1440;
    for (int now = first; now <= last; now++) {
        if (now % 60 == 0) calls += (now / 60 + 11) % 12 + 1;
        if (now % 60 == 30) calls++;
    }
    volatile int minutes = last - first;
    volatile int per_minute = calls / minutes;
    (void)per_minute;
    printf("%d\n", calls);
    return 0;
}
