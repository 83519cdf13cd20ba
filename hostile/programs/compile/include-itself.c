// Attacks: the compiler's stack: includes itself twice.
#include __FILE__
#include __FILE__
int main(void) { return 0; }
