/* Reads in blocks and makes numbers from digits itself. */
#include <stdio.h>

static char buffer[1 << 16];
static size_t position, filled;

static int next_char(void) {
    if (position == filled) {
        filled = fread(buffer, 1, sizeof buffer, stdin);
        position = 0;
        if (filled == 0) return -1;
    }
    return buffer[position++];
}

static long long next_number(void) {
    int c = next_char();
    while (c == ' ' || c == '\n' || c == '\r') c = next_char();
    int negative = c == '-';
    if (negative) c = next_char();
    long long value = 0;
    for (; c >= '0' && c <= '9'; c = next_char()) value = value * 10 + (c - '0');
    return negative ? -value : value;
}

int main(void) {
    long long n = next_number(), level = 0, lowest = 0, largest = 0;
    while (n-- > 0) {
        level += next_number();
        if (level < lowest) lowest = level;
        if (level - lowest > largest) largest = level - lowest;
    }
    printf("%lld\n", largest);
    return 0;
}
