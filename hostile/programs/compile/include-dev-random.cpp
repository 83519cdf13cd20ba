// Attacks: the compiler's memory and messages: includes endless noise.
#include "/dev/urandom"
int main() {}
