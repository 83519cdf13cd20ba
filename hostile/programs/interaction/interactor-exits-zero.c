// Attacks: an honest program's verdict, as an interactor that ends at once without one.
int main(void) { return 0; }
