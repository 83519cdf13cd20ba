// Checks an assignment of scholars to rooms.
//
// Call: validate input answer feedback_dir < team_output. Exit status 42 accepts and 43 rejects; the
// reason is written to feedback_dir/judgemessage.txt. The team's output is hostile until proved otherwise: it is
// read one character at a time, and never more than n + a few of them are kept.
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

static std::string feedback_dir;

static void message(const char *format, va_list arguments) {
    const std::string path = feedback_dir + "/judgemessage.txt";
    if (FILE *file = std::fopen(path.c_str(), "a")) {
        std::vfprintf(file, format, arguments);
        std::fputc('\n', file);
        std::fclose(file);
    }
}

[[noreturn]] static void wrong(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    message(format, arguments);
    va_end(arguments);
    std::exit(43);
}

// A fault of the package, not of the team: any status other than 42 and 43 is a judge error.
[[noreturn]] static void judge_error(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    message(format, arguments);
    va_end(arguments);
    std::exit(1);
}

static bool is_space(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

static std::string read_rooms(std::size_t n) {
    int c = std::getchar();
    while (is_space(c)) c = std::getchar();
    std::string rooms;
    for (; c != EOF && !is_space(c); c = std::getchar()) {
        if (c != 'E' && c != 'W') wrong("character %zu has the code %d; only E and W are rooms", rooms.size() + 1, c);
        if (rooms.size() == n) wrong("there are more than %zu characters", n);
        rooms.push_back(static_cast<char>(c));
    }
    if (rooms.size() < n) wrong("there are %zu characters, and %zu scholars", rooms.size(), n);
    while (is_space(c)) c = std::getchar();
    if (c != EOF) wrong("there is more after the assignment");
    return rooms;
}

int main(int argc, char **argv) {
    if (argc < 4) return 1;
    feedback_dir = argv[3];
    FILE *input = std::fopen(argv[1], "r");
    if (input == nullptr) judge_error("the input %s cannot be read", argv[1]);
    std::size_t n, m;
    if (std::fscanf(input, "%zu %zu", &n, &m) != 2) judge_error("the input has no first line");
    std::vector<std::pair<std::size_t, std::size_t>> quarrels(m);
    for (auto &[a, b] : quarrels) {
        if (std::fscanf(input, "%zu %zu", &a, &b) != 2 || a < 1 || a > n || b < 1 || b > n) judge_error("the input has a bad pair");
    }

    const std::string rooms = read_rooms(n);
    std::vector<std::size_t> own(n), all(n);
    for (const auto &[a, b] : quarrels) {
        ++all[a - 1], ++all[b - 1];
        if (rooms[a - 1] == rooms[b - 1]) ++own[a - 1], ++own[b - 1];
    }
    for (std::size_t scholar = 0; scholar < n; ++scholar) {
        if (own[scholar] * 2 > all[scholar]) {
            wrong("scholar %zu (%c) has %zu of %zu quarrels in the own room", scholar + 1, rooms[scholar], own[scholar], all[scholar]);
        }
    }
    return 42;
}
