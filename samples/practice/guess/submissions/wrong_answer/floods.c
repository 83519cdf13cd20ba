/* Writes and writes and never reads. */
#include <stdio.h>
int main(void) {
    for (;;) puts("17");
}
