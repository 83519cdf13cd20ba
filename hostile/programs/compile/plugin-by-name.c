// Attacks: the compiler's options, by the name of a file: this one is sent as "-fplugin=evil.so.c" and "@evil.c".
int main(void) { return 0; }
