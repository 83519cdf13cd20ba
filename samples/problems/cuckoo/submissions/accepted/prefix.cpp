// Calls up to a minute by prefix sums over two days.
#include <cstdio>

static int calls_before[2 * 1440 + 1];

int main() {
    for (int minute = 0; minute < 2 * 1440; ++minute) {
        int calls = minute % 60 == 30 ? 1 : 0;
        if (minute % 60 == 0) calls = minute / 60 % 12 == 0 ? 12 : minute / 60 % 12;
        calls_before[minute + 1] = calls_before[minute] + calls;
    }
    int h1, m1, h2, m2;
    if (std::scanf("%d:%d %d:%d", &h1, &m1, &h2, &m2) != 4) return 1;
    int from = h1 * 60 + m1, to = h2 * 60 + m2;
    if (to < from) to += 1440;
    std::printf("%d\n", calls_before[to + 1] - calls_before[from]);
}
