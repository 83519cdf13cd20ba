// Compares every two moments: 6 * 10^12 pairs for the largest inputs, 2 * 10^10 for the middle one.
#include <iostream>
#include <vector>

int main() {
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);
    int n;
    std::cin >> n;
    std::vector<long long> level(n + 1);
    for (int i = 1; i <= n; ++i) {
        std::cin >> level[i];
        level[i] += level[i - 1];
    }
    long long largest = 0;
    for (int later = 1; later <= n; ++later) {
        for (int earlier = 0; earlier < later; ++earlier) {
            if (level[later] - level[earlier] > largest) largest = level[later] - level[earlier];
        }
    }
    std::cout << largest << '\n';
}
