/* Levels in 32 bits. Unsigned and converted back, so that the result is the same everywhere. */
#include <stdio.h>

int main(void) {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    int level = 0, lowest = 0, largest = 0;
    for (int i = 0; i < n; i++) {
        int change;
        if (scanf("%d", &change) != 1) return 1;
        level = (int)((unsigned)level + (unsigned)change);
        if (level < lowest) lowest = level;
        int rise = (int)((unsigned)level - (unsigned)lowest);
        if (rise > largest) largest = rise;
    }
    printf("%d\n", largest);
    return 0;
}
