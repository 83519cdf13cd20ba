/* Believes that no bottle has more than 5000 layers, and says so: SIGABRT. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

static char first[20000], second[20000];
static short table[5001][5001];

int main(void) {
    if (scanf("%19999s %19999s", first, second) != 2) return 1;
    const int n = (int)strlen(first), m = (int)strlen(second);
    assert(n <= 5000 && m <= 5000);
    for (int i = 1; i <= n; i++) {
        for (int j = 1; j <= m; j++) {
            if (first[i - 1] == second[j - 1]) table[i][j] = table[i - 1][j - 1] + 1;
            else table[i][j] = table[i - 1][j] > table[i][j - 1] ? table[i - 1][j] : table[i][j - 1];
        }
    }
    printf("%d\n", n + m - 2 * table[n][m]);
    return 0;
}
