// Takes the hour modulo 12, so that the cuckoo sleeps at noon and at midnight.
#include <cstdio>

int main() {
    int h1, m1, h2, m2;
    if (std::scanf("%d:%d %d:%d", &h1, &m1, &h2, &m2) != 4) return 1;
    int calls = 0, last = h2 * 60 + m2;
    for (int now = h1 * 60 + m1;; now = (now + 1) % 1440) {
        if (now % 60 == 0) calls += now / 60 % 12;
        if (now % 60 == 30) ++calls;
        if (now == last) break;
    }
    std::printf("%d\n", calls);
}
