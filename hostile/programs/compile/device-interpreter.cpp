// Attacks: the start of the run: the program's interpreter is a device that never ends.
__asm__(".section .interp,\"a\",@progbits\n.string \"/dev/zero\"\n.text\n");
int main() {}
