// Takes the neck of the great funnel for closed.
#include <algorithm>
#include <cstdio>
#include <vector>

int main() {
    int n;
    if (std::scanf("%d", &n) != 1) return 1;
    std::vector<long long> inside(n + 1), neck(n + 1);
    std::vector<int> below(n + 1), waiting(n + 1);
    for (int i = 1; i <= n; ++i) {
        if (std::scanf("%d %lld %lld", &below[i], &inside[i], &neck[i]) != 3) return 1;
        ++waiting[below[i]];
    }
    for (int start = 1; start <= n; ++start) {
        for (int i = start; i != 0 && waiting[i] == 0; i = below[i]) {
            waiting[i] = -1;
            inside[below[i]] += std::min(inside[i], neck[i]);
            --waiting[below[i]];
        }
    }
    std::printf("%lld\n", inside[0]);
}
