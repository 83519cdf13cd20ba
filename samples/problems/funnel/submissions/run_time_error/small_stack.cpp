// Recurses on a stack of its own making, of 16 MiB: SIGSEGV on the long chain.
#include <algorithm>
#include <cstdio>
#include <initializer_list>
#include <pthread.h>
#include <vector>

static std::vector<int> first_above, next_above, sand, neck;

static long long out(int funnel) {
    volatile long long grains = sand[funnel];
    for (int above = first_above[funnel]; above != 0; above = next_above[above]) grains = grains + out(above);
    return funnel == 1 ? grains : std::min<long long>(+grains, neck[funnel]);
}

static void *search(void *) {
    std::printf("%lld\n", out(1));
    return nullptr;
}

int main() {
    int n;
    if (std::scanf("%d", &n) != 1) return 1;
    for (auto *column : {&first_above, &next_above, &sand, &neck}) column->assign(n + 1, 0);
    for (int i = 1; i <= n; ++i) {
        int below;
        if (std::scanf("%d %d %d", &below, &sand[i], &neck[i]) != 3) return 1;
        next_above[i] = first_above[below];
        first_above[below] = i;
    }
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 16u << 20);
    pthread_t thread;
    if (pthread_create(&thread, &attributes, search, nullptr) != 0) return 1;
    pthread_join(thread, nullptr);
}
