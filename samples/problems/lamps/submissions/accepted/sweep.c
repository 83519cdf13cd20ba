/* Without binary search: two orders of the jobs, by beginning and by the end of the rest, and one sweep through both. */
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    long long start, rested, pay, total;
} Job;

static Job jobs[200000], *by_start[200000], *by_rest[200000];

static int compare(long long a, long long b) { return (a > b) - (a < b); }

static int compare_starts(const void *a, const void *b) { return compare((*(Job *const *)a)->start, (*(Job *const *)b)->start); }

static int compare_rests(const void *a, const void *b) { return compare((*(Job *const *)a)->rested, (*(Job *const *)b)->rested); }

int main(void) {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    for (int i = 0; i < n; i++) {
        long long end;
        if (scanf("%lld %lld %lld", &jobs[i].start, &end, &jobs[i].pay) != 3) return 1;
        jobs[i].rested = 2 * end - jobs[i].start;
        by_start[i] = by_rest[i] = &jobs[i];
    }
    qsort(by_start, n, sizeof *by_start, compare_starts);
    qsort(by_rest, n, sizeof *by_rest, compare_rests);
    long long best = 0, answer = 0; /* best: the most earned by someone who is rested by now */
    for (int i = 0, done = 0; i < n; i++) {
        Job *job = by_start[i];
        for (; done < n && by_rest[done]->rested <= job->start; done++) {
            if (by_rest[done]->total > best) best = by_rest[done]->total;
        }
        job->total = best + job->pay;
        if (job->total > answer) answer = job->total;
    }
    printf("%lld\n", answer);
    return 0;
}
