/* Goes round the scholars until nobody wants to move. Starts with the rooms alternating. */
#include <stdio.h>
#include <stdlib.h>

static int first[5001], next_edge[80000], to[80000];
static char room[5001];

int main(void) {
    int n, m;
    if (scanf("%d %d", &n, &m) != 2) return 1;
    for (int i = 0; i < n; i++) first[i] = -1, room[i] = i % 2 ? 'W' : 'E';
    for (int i = 0; i < m; i++) {
        int a, b;
        if (scanf("%d %d", &a, &b) != 2) return 1;
        a--, b--;
        to[2 * i] = b, next_edge[2 * i] = first[a], first[a] = 2 * i;
        to[2 * i + 1] = a, next_edge[2 * i + 1] = first[b], first[b] = 2 * i + 1;
    }
    for (int moved = 1; moved;) {
        moved = 0;
        for (int s = 0; s < n; s++) {
            int balance = 0;
            for (int e = first[s]; e >= 0; e = next_edge[e]) balance += room[to[e]] == room[s] ? 1 : -1;
            if (balance > 0) room[s] ^= 'E' ^ 'W', moved = 1;
        }
    }
    puts(room);
    return 0;
}
