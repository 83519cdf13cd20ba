// Accepts a simple graph with a < b on every edge, one space between numbers and nothing after the last line.
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <utility>

[[noreturn]] static void reject(const char *reason) {
    std::fprintf(stderr, "%s\n", reason);
    std::exit(43);
}

static long number(long low, long high, char after) {
    int c = std::getchar();
    if (!std::isdigit(c)) reject("a number was expected");
    const bool zero = c == '0';
    long value = 0;
    int digits = 0;
    for (; std::isdigit(c); c = std::getchar()) {
        if (++digits > 9 || (zero && digits > 1)) reject("too many digits, or a leading zero");
        value = value * 10 + (c - '0');
    }
    if (c != after) reject("one space or the end of the line was expected");
    if (value < low || value > high) reject("a number is out of its range");
    return value;
}

int main() {
    long n = number(1, 5000, ' ');
    long m = number(0, 40000, '\n');
    std::set<std::pair<long, long>> pairs;
    for (long i = 0; i < m; ++i) {
        long a = number(1, n, ' ');
        long b = number(a + 1, n, '\n');
        if (!pairs.emplace(a, b).second) reject("a pair is given twice");
    }
    if (std::getchar() != EOF) reject("there is something after the last pair");
    return 42;
}
