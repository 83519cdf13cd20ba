// Tries the assignments one after the other, at most 2^50 of them.
#include <cstdint>
#include <cstdio>
#include <vector>

int main() {
    int n, m;
    if (std::scanf("%d %d", &n, &m) != 2) return 1;
    std::vector<std::vector<int>> quarrels(n);
    for (int i = 0; i < m; ++i) {
        int a, b;
        if (std::scanf("%d %d", &a, &b) != 2) return 1;
        quarrels[a - 1].push_back(b - 1);
        quarrels[b - 1].push_back(a - 1);
    }
    for (std::uint64_t choice = 0; choice < (std::uint64_t{1} << 50); ++choice) {
        auto east = [&](int s) { return s < 50 && (choice >> s & 1); };
        bool quiet = true;
        for (int s = 0; s < n && quiet; ++s) {
            int balance = 0;
            for (int other : quarrels[s]) balance += east(other) == east(s) ? 1 : -1;
            quiet = balance <= 0;
        }
        if (!quiet) continue;
        for (int s = 0; s < n; ++s) std::putchar(east(s) ? 'E' : 'W');
        std::putchar('\n');
        return 0;
    }
}
