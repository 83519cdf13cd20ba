// Accepts n and exactly n numbers in range, on two lines, separated by single spaces. Reads in blocks: the inputs are large.
#include <cstdio>
#include <cstdlib>
#include <vector>

static std::vector<char> buffer(1 << 20);
static std::size_t position = 0, filled = 0;

static int next_char() {
    if (position == filled) {
        filled = std::fread(buffer.data(), 1, buffer.size(), stdin);
        position = 0;
        if (filled == 0) return EOF;
    }
    return static_cast<unsigned char>(buffer[position++]);
}

[[noreturn]] static void reject(const char *reason) {
    std::fprintf(stderr, "%s\n", reason);
    std::exit(43);
}

static long number(long low, long high, char after) {
    int c = next_char();
    const bool negative = c == '-';
    if (negative) c = next_char();
    if (c < '0' || c > '9') reject("a number was expected");
    const bool zero = c == '0';
    long value = 0;
    int digits = 0;
    for (; c >= '0' && c <= '9'; c = next_char()) {
        if (++digits > 10 || (zero && (negative || digits > 1))) reject("too many digits, or a leading zero");
        value = value * 10 + (c - '0');
    }
    if (c != after) reject("one space or the end of the line was expected");
    if (negative) value = -value;
    if (value < low || value > high) reject("a number is out of its range");
    return value;
}

int main() {
    const long n = number(1, 3500000, '\n');
    for (long i = 1; i <= n; ++i) number(-1000000000, 1000000000, i == n ? '\n' : ' ');
    if (next_char() != EOF) reject("there is something after the last entry");
    return 42;
}
