// Lets the sand of each funnel fall to the yard one funnel at a time: n^2 steps on a chain.
#include <algorithm>
#include <cstdio>
#include <vector>

int main() {
    int n;
    if (std::scanf("%d", &n) != 1) return 1;
    std::vector<int> below(n + 1), sand(n + 1), room(n + 1);
    for (int i = 1; i <= n; ++i) {
        if (std::scanf("%d %d %d", &below[i], &sand[i], &room[i]) != 3) return 1;
    }
    long long out = 0;
    for (int start = 1; start <= n; ++start) {
        int grains = sand[start];
        for (int i = start; i != 1; i = below[i]) grains = std::min(grains, room[i]);
        for (int i = start; i != 1; i = below[i]) room[i] -= grains;
        out += grains;
    }
    std::printf("%lld\n", out);
}
