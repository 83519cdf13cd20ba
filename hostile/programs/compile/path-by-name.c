// Attacks: files outside the box, by the names under which sources are sent: absolute, with "..", as hidden options.
int main(void) { return 0; }
