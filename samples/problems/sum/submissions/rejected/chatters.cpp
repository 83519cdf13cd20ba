// @EXPECTED_RESULTS@: OLE
// Counts aloud: up to 200 MB of output.
#include <cstdio>

int main() {
    long long a, b;
    if (std::scanf("%lld %lld", &a, &b) != 2) return 1;
    for (int i = 0; i < 10'000'000; ++i) std::puts("one more grain fell");
    std::printf("%lld\n", a + b);
}
