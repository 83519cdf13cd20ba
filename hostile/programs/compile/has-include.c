// Attacks: which files the judge has: asks the preprocessor, whose answer is an error or none.
#if __has_include("@SECRET@") || __has_include("/program/secret.h") || __has_include("/judge/answer")
#error BREACH
#endif
int main(void) { return 0; }
