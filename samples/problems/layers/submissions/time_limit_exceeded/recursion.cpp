// Tries both bottles at every layer, without remembering: up to 2^20000 calls, cut off after 10^13.
#include <algorithm>
#include <iostream>
#include <string>

static std::string first, second;
static long long calls_left = 10'000'000'000'000;

static int common(std::size_t i, std::size_t j) {
    if (i == first.size() || j == second.size() || --calls_left < 0) return 0;
    if (first[i] == second[j]) return 1 + common(i + 1, j + 1);
    return std::max(common(i + 1, j), common(i, j + 1));
}

int main() {
    std::cin >> first >> second;
    std::cout << first.size() + second.size() - 2 * common(0, 0) << '\n';
}
