// Attacks: the compilation's log: the assembler prints a line ten million times.
__asm__(".rept 10000000\n.print \"noise noise noise noise noise noise noise noise\"\n.endr\n");
int main(void) { return 0; }
