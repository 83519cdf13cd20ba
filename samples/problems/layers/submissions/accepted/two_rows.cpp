#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

int main() {
    std::string first, second;
    std::cin >> first >> second;
    std::vector<int> before(second.size() + 1), now(second.size() + 1);
    for (char colour : first) {
        for (std::size_t j = 1; j <= second.size(); ++j) {
            now[j] = colour == second[j - 1] ? before[j - 1] + 1 : std::max(before[j], now[j - 1]);
        }
        before.swap(now);
    }
    std::cout << first.size() + second.size() - 2 * before.back() << '\n';
}
