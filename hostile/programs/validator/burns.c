// Attacks: the judging, as a validator that thinks for ever.
#include "../hostile.h"
int main(void) { burn(); }
