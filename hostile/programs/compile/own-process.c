// Attacks: what the compiler can see of its own process and of the first one: includes it, so that messages quote it.
#include "/proc/1/environ"
#include "/proc/1/cmdline"
#include "/proc/self/environ"
#include "/proc/self/mountinfo"
int main(void) { return 0; }
