#include <stdio.h>
#include <string.h>

static char first[10002], second[10002];
static int row[10002];

int main(void) {
    if (scanf("%10001s %10001s", first, second) != 2) return 1;
    const int n = (int)strlen(first), m = (int)strlen(second);
    for (int i = 0; i < n; i++) {
        int diagonal = 0;
        for (int j = 1; j <= m; j++) {
            const int above = row[j];
            if (first[i] == second[j - 1]) row[j] = diagonal + 1;
            else if (row[j - 1] > above) row[j] = row[j - 1];
            diagonal = above;
        }
    }
    printf("%d\n", n + m - 2 * row[m]);
    return 0;
}
