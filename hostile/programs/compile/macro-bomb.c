// Attacks: the compiler's memory: forty macros, each of which is the one before eight times.
#define A0 "boom",
#define T(x) x x x x x x x x
#define A1 T(A0)
#define A2 T(A1)
#define A3 T(A2)
#define A4 T(A3)
#define A5 T(A4)
#define A6 T(A5)
#define A7 T(A6)
#define A8 T(A7)
#define A9 T(A8)
#define B1 A9 A9 A9 A9 A9 A9 A9 A9
const char *bomb[] = {B1 B1 B1 B1 B1 B1 B1 B1};
int main(void) { return 0; }
