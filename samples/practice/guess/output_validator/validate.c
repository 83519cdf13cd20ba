/* The glassblower. Call: validate input answer feedback_dir; talks over its standard input and output. */
#include <stdio.h>
#include <string.h>

enum { accepted = 42, rejected = 43, guesses = 10 };

static int say(const char *feedback_dir, int status, const char *text, long number) {
    char path[4096];
    snprintf(path, sizeof path, "%s/judgemessage.txt", feedback_dir);
    FILE *file = fopen(path, "a");
    if (file == NULL) return 1;
    fprintf(file, text, number);
    fputc('\n', file);
    fclose(file);
    return status;
}

/* One line of at most 20 characters holding one number and nothing else; 0 at the end of input, -1 for anything else. */
static int read_guess(long *guess) {
    char line[24];
    char after;
    if (fgets(line, sizeof line, stdin) == NULL) return 0;
    if (strchr(line, '\n') == NULL && !feof(stdin)) return -1;
    return sscanf(line, "%ld %c", guess, &after) == 1 ? 1 : -1;
}

int main(int argc, char **argv) {
    long grains, guess;
    if (argc < 4) return 1;
    FILE *input = fopen(argv[1], "r");
    if (input == NULL || fscanf(input, "%ld", &grains) != 1) return 1;
    for (long used = 1; used <= guesses; ++used) {
        switch (read_guess(&guess)) {
        case 0:
            return say(argv[3], rejected, "the program ended before guess %ld", used);
        case -1:
            return say(argv[3], rejected, "guess %ld is not one number on a line", used);
        }
        if (guess < 1 || guess > 1000) return say(argv[3], rejected, "the guess %ld is out of range", guess);
        if (guess == grains) {
            puts("right");
            fflush(stdout);
            return say(argv[3], accepted, "right with guess %ld", used);
        }
        puts(used == guesses ? "over" : guess < grains ? "more" : "fewer");
        fflush(stdout);
    }
    return say(argv[3], rejected, "not right after %ld guesses", guesses);
}
