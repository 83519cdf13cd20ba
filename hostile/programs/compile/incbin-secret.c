// Attacks: files of the judge: lets the assembler copy one into the program.
__asm__(".section .rodata\n.global stolen\nstolen: .incbin \"@SECRET@\"\n");
extern const char stolen[];
int main(void) { return stolen[0]; }
