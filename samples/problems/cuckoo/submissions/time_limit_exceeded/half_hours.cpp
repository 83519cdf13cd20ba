// Goes on in steps of half an hour until the last minute is hit, and it is never hit unless it is at a half hour itself.
#include <cstdio>

int main() {
    int h1, m1, h2, m2;
    if (std::scanf("%d:%d %d:%d", &h1, &m1, &h2, &m2) != 4) return 1;
    int calls = 0, last = h2 * 60 + m2;
    volatile int now = (h1 * 60 + m1 + 29) / 30 * 30 % 1440;
    for (long long step = 0; step < 1'000'000'000'000; ++step) {
        calls += now % 60 == 30 ? 1 : (now / 60 + 11) % 12 + 1;
        if (now == last) break;
        now = (now + 30) % 1440;
    }
    std::printf("%d\n", calls);
}
