// @EXPECTED_RESULTS@: MLE
// Keeps every grain: touches up to 4 GiB, page by page, and then answers rightly.
#include <cstdlib>
#include <iostream>

int main() {
    long long a, b;
    std::cin >> a >> b;
    const std::size_t block = 16u << 20;
    for (int i = 0; i < 256; ++i) {
        char *grains = static_cast<char *>(std::malloc(block));
        if (grains == nullptr) std::abort();
        for (std::size_t byte = 0; byte < block; byte += 4096) grains[byte] = 1;
        asm volatile("" : : "r"(grains) : "memory");  // the compiler may not drop the memory
    }
    std::cout << a + b << '\n';
}
