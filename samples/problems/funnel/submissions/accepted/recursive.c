/* Recursion up to 10^6 deep, with a frame that is not small either. */
#include <stdio.h>

#define MOST 1000001

static int first_above[MOST], next_above[MOST], sand[MOST], neck[MOST];

static long long out(int funnel) {
    volatile long long grains = sand[funnel];
    for (int above = first_above[funnel]; above; above = next_above[above]) grains += out(above);
    return grains < neck[funnel] || funnel == 1 ? grains : neck[funnel];
}

int main(void) {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    for (int i = 1; i <= n; i++) {
        int below;
        if (scanf("%d %d %d", &below, &sand[i], &neck[i]) != 3) return 1;
        next_above[i] = first_above[below];
        first_above[below] = i;
    }
    printf("%lld\n", out(1));
    return 0;
}
