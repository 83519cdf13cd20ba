// Attacks: the reader of the compiler's messages: hundreds of thousands of them, with terminal escapes.
#define W _Pragma("GCC warning \"\x1b[2J BREACH-free noise noise noise noise noise noise noise\"")
#define X W W W W W W W W W W
#define Y X X X X X X X X X X
#define Z Y Y Y Y Y Y Y Y Y Y
Z Z Z Z Z Z Z Z Z Z
Z Z Z Z Z Z Z Z Z Z
int main(void) { return 0; }
