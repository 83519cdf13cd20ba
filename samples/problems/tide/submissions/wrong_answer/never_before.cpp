// Forgets the moment before the first entry.
#include <algorithm>
#include <iostream>

int main() {
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);
    int n;
    std::cin >> n;
    long long level = 0, lowest = 0, largest = 0;
    for (int i = 0; i < n; ++i) {
        long long change;
        std::cin >> change;
        level += change;
        lowest = i == 0 ? level : std::min(lowest, level);
        largest = std::max(largest, level - lowest);
    }
    std::cout << largest << '\n';
}
