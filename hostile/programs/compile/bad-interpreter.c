// Attacks: the start of the run: the program names an interpreter that does not exist, so the kernel refuses to execute it.
__asm__(".section .interp,\"a\",@progbits\n.string \"/box/nowhere\"\n.text\n");
int main(void) { return 0; }
