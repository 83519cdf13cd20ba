// Attacks: files of the judge: includes one, so that the compiler's messages quote it.
#include "@SECRET@"
#include "/etc/shadow"
#include "/judge/answer"
int main(void) { return 0; }
