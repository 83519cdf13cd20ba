// Attacks: the verdict: ends in peace before a word is said, while the interactor is still talking.
#include "../hostile.h"
int main(void) { return 0; }
