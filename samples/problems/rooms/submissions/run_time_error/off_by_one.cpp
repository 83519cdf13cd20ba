// Numbers the scholars from 0 and lets the library find out: vector::at throws, SIGABRT.
#include <cstdio>
#include <string>
#include <vector>

int main() {
    int n, m;
    if (std::scanf("%d %d", &n, &m) != 2) return 1;
    std::vector<int> balance(n);
    for (int i = 0; i < m; ++i) {
        int a, b;
        if (std::scanf("%d %d", &a, &b) != 2) return 1;
        ++balance.at(a);
        ++balance.at(b);
    }
    std::puts(std::string(n, 'E').c_str());
}
