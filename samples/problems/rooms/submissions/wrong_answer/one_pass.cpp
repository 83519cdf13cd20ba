// Greedy: seats each scholar against those who are seated already, and never moves anybody again.
#include <cstdio>
#include <string>
#include <vector>

int main() {
    int n, m;
    if (std::scanf("%d %d", &n, &m) != 2) return 1;
    std::vector<std::vector<int>> earlier(n);
    for (int i = 0; i < m; ++i) {
        int a, b;
        if (std::scanf("%d %d", &a, &b) != 2) return 1;
        earlier[b - 1].push_back(a - 1);
    }
    std::string room;
    for (int s = 0; s < n; ++s) {
        int east = 0;
        for (int other : earlier[s]) east += room[other] == 'E' ? 1 : -1;
        room += east > 0 ? 'W' : 'E';
    }
    std::puts(room.c_str());
}
