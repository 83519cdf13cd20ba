// The natural solution: depth-first search, recursion up to 10^6 deep.
#include <algorithm>
#include <cstdio>
#include <initializer_list>
#include <vector>

static std::vector<int> first_above, next_above, sand, neck;

static long long out(int funnel) {
    long long grains = sand[funnel];
    for (int above = first_above[funnel]; above != 0; above = next_above[above]) grains += out(above);
    return funnel == 1 ? grains : std::min<long long>(grains, neck[funnel]);
}

static int next_number() {
    int c = getchar_unlocked();
    while (c == ' ' || c == '\n') c = getchar_unlocked();
    int value = 0;
    for (; c >= '0' && c <= '9'; c = getchar_unlocked()) value = value * 10 + (c - '0');
    return value;
}

int main() {
    const int n = next_number();
    for (auto *column : {&first_above, &next_above, &sand, &neck}) column->assign(n + 1, 0);
    for (int i = 1; i <= n; ++i) {
        const int below = next_number();
        sand[i] = next_number();
        neck[i] = next_number();
        next_above[i] = first_above[below];
        first_above[below] = i;
    }
    std::printf("%lld\n", out(1));
}
