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
    std::vector<long long> best(n + 1);
    for (int i = n - 1; i >= 0; --i) {
        const long long rested = 2LL * jobs[i].end - jobs[i].start;
        auto next = std::partition_point(jobs.begin(), jobs.end(), [&](const Job &job) { return job.start < rested; });
        best[i] = std::max(best[i + 1], jobs[i].pay + best[next - jobs.begin()]);
    }
    std::printf("%lld\n", best[0]);
}
