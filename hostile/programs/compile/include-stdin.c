// Attacks: the compilation's end: waits for input that never comes.
#include "/dev/stdin"
#include "/proc/self/fd/0"
int main(void) { return 0; }
