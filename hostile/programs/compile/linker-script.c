// Attacks: the linker: a second source is a linker script that reads a file of the judge into the program.
__asm__(".section .note.GNU-stack\n.include \"@SECRET@\"\n");
INPUT(@SECRET@)
int main(void) { return 0; }
