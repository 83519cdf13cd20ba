// Moves scholars until the day is quiet; looks again only at those whom a move concerns.
#include <cstdio>
#include <deque>
#include <string>
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
    std::string room(n, 'E');
    std::deque<int> to_check;
    for (int i = 0; i < n; ++i) to_check.push_back(i);
    while (!to_check.empty()) {
        int s = to_check.front();
        to_check.pop_front();
        std::size_t own = 0;
        for (int other : quarrels[s]) own += room[other] == room[s];
        if (own * 2 <= quarrels[s].size()) continue;
        room[s] = room[s] == 'E' ? 'W' : 'E';
        for (int other : quarrels[s]) to_check.push_back(other);
    }
    std::puts(room.c_str());
}
