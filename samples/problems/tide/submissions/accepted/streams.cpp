// Plain streams are fast enough once they are no longer kept in step with stdio.
#include <algorithm>
#include <iostream>

int main() {
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);
    int n;
    std::cin >> n;
    long long rise = 0, largest = 0;
    for (int i = 0; i < n; ++i) {
        long long change;
        std::cin >> change;
        rise = std::max(0LL, rise + change);  // the largest rise that ends here
        largest = std::max(largest, rise);
    }
    std::cout << largest << '\n';
}
