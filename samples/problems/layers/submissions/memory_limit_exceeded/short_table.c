/* @EXPECTED_RESULTS@: MLE
 * Sixteen bits a cell are still 200 MB. The table is static, so that its pages come one by one while it is filled. */
#include <stdio.h>
#include <string.h>

static char first[10002], second[10002];
static short table[10001][10001];

int main(void) {
    if (scanf("%10001s %10001s", first, second) != 2) return 1;
    const int n = (int)strlen(first), m = (int)strlen(second);
    for (int i = 1; i <= n; i++) {
        for (int j = 1; j <= m; j++) {
            if (first[i - 1] == second[j - 1]) table[i][j] = table[i - 1][j - 1] + 1;
            else table[i][j] = table[i - 1][j] > table[i][j - 1] ? table[i - 1][j] : table[i][j - 1];
        }
    }
    printf("%d\n", n + m - 2 * table[n][m]);
    return 0;
}
