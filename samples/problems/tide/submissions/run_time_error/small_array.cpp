// Room for a year of entries only: vector::at throws.
#include <algorithm>
#include <iostream>
#include <vector>

int main() {
    int n;
    std::cin >> n;
    std::vector<long long> level(35041);
    long long lowest = 0, largest = 0;
    for (int i = 1; i <= n; ++i) {
        std::cin >> level.at(i);
        level[i] += level[i - 1];
        lowest = std::min(lowest, level[i]);
        largest = std::max(largest, level[i] - lowest);
    }
    std::cout << largest << '\n';
}
