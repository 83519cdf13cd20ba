// Lets the grains fall one by one: about 10^18 steps, far beyond any limit, yet not endless.
#include <iostream>

int main() {
    long long a, b;
    std::cin >> a >> b;
    volatile long long heartbeats = 0;
    for (long long grain = 0; grain < a; ++grain) heartbeats = heartbeats + 1;
    for (long long grain = 0; grain < b; ++grain) heartbeats = heartbeats + 1;
    std::cout << heartbeats << '\n';
}
