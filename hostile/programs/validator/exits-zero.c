// Attacks: the verdict, as a validator that ends with 0, which means nothing.
int main(void) { return 0; }
