// @EXPECTED_RESULTS@: MLE
// Keeps the whole table: 400 MB.
#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

int main() {
    std::string first, second;
    std::cin >> first >> second;
    const std::size_t n = first.size(), m = second.size();
    std::vector<std::vector<int>> table(n + 1, std::vector<int>(m + 1));
    for (std::size_t i = 1; i <= n; ++i) {
        for (std::size_t j = 1; j <= m; ++j) {
            table[i][j] = first[i - 1] == second[j - 1] ? table[i - 1][j - 1] + 1 : std::max(table[i - 1][j], table[i][j - 1]);
        }
    }
    std::cout << n + m - 2 * table[n][m] << '\n';
}
