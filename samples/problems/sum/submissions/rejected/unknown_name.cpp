// @EXPECTED_RESULTS@: CE
#include <iostream>

int main() {
    std::cin >> first >> second;
    std::cout << first + second << '\n';
}
