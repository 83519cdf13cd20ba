// Attacks: the verdict, as a validator that ends with 1, which means nothing.
int main(void) { return 1; }
