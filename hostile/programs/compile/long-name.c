// Attacks: the judge's files, by a name of 128 letters, which the form allows, and of 386 bytes, which no file may have.
int main(void) { return 0; }
