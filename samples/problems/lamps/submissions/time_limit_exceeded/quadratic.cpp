// Looks at every later job for every job: 2 * 10^10 pairs for the large tests.
#include <algorithm>
#include <cstdio>
#include <vector>

struct Job {
    int start, end, pay;
    bool operator<(const Job &other) const { return start < other.start; }
};

int main() {
    int n;
    if (std::scanf("%d", &n) != 1) return 1;
    std::vector<Job> jobs(n);
    for (Job &job : jobs) {
        if (std::scanf("%d %d %d", &job.start, &job.end, &job.pay) != 3) return 1;
    }
    std::sort(jobs.begin(), jobs.end());
    std::vector<long long> best(n);
    long long answer = 0;
    for (int i = n - 1; i >= 0; --i) {
        for (int j = i + 1; j < n; ++j) {
            if (jobs[j].start >= 2LL * jobs[i].end - jobs[i].start) best[i] = std::max(best[i], best[j]);
        }
        best[i] += jobs[i].pay;
        answer = std::max(answer, best[i]);
    }
    std::printf("%lld\n", answer);
}
