// Attacks: the judge's disk: a program of 900 MiB from one line.
char huge[900 << 20] = {1};
int main(void) { return huge[0]; }
