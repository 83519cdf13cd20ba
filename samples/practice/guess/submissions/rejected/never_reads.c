/* @EXPECTED_RESULTS@: WTL
   Guesses once and sleeps on the reply. */
#include <stdio.h>
#include <unistd.h>
int main(void) {
    puts("1");
    fflush(stdout);
    sleep(60);
}
