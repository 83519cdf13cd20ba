// An exception that nobody catches: std::terminate, SIGABRT.
#include <iostream>
#include <stdexcept>

int main() {
    long long a, b;
    std::cin >> a >> b;
    if (a > 1000) throw std::range_error("this glass is too large for me");
    std::cout << a + b << '\n';
}
