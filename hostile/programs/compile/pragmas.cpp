// Attacks: the compiler's options, by pragmas and attributes: plug-ins, dumps, other files.
#pragma GCC optimize("-fplugin=/box/evil.so", "-fdump-tree-all=/etc/evil", "-wrapper=/bin/sh")
#pragma GCC target("-march=native")
#pragma GCC dependency "@SECRET@"
__attribute__((optimize("fplugin=/box/evil.so"))) int main() { return 0; }
