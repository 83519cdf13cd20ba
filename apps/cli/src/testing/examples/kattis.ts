/** As the examples of Kattis' problemtools are made. */
import { spin, testCases, type ExamplePackage } from './example.ts';

const inputValidator = { 'input_validators/check.py': 'import sys\nsys.stdin.read()\nsys.exit(42)\n' };

/** Reads the team's output from standard input; the header of its own gives what all of them need. */
const validatorHeader = `#pragma once
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
inline void say(const std::string &folder, const std::string &text) { std::ofstream(folder + "/judgemessage.txt") << text; }
[[noreturn]] inline void verdict(bool right) { std::exit(right ? 42 : 43); }
`;

const gap: ExamplePackage = {
  like: 'different',
  complaints: ['submission-folder'],
  files: {
    'problem.yaml':
      'name: A Gap\nsource: Own\nlicense: cc by-sa\nvalidation: custom\nlimits:\n  time_safety_margin: 4\n',
    '.timelimit': '2\n',
    'problem_statement/problem.en.tex': '\\problemname{A Gap}\n',
    'problem_statement/problem.sv.md': '# Gap\n',
    ...inputValidator,
    'input_format_validators/gap.ctd': 'REP("count") INT(0, 9) NEWLINE END\nEOF\n',
    'output_validators/gap_validator/validate.cc': `#include "validate.h"
int main(int argc, char **argv) {
  if (argc < 4) return 1;
  std::ifstream answer(argv[2]);
  for (long long want, got; answer >> want;) {
    if (!(std::cin >> got) || got != want) { say(argv[3], "another gap"); verdict(false); }
  }
  std::string more;
  verdict(!(std::cin >> more));
}
`,
    'output_validators/gap_validator/validate.h': validatorHeader,
    'output_visualizer/show.py': 'print()\n',
    ...testCases({
      'secret/01': ['3 5\n8 2\n', '2\n6\n'],
      'secret/02_far': ['0 4000000000\n', '4000000000\n'],
    }),
    'data/secret/02_far.desc': 'Does not fit into 32 bits\n',
    'submissions/accepted/gap.c':
      '#include <stdio.h>\n#include <stdlib.h>\nint main(void) { long long a, b; while (scanf("%lld %lld", &a, &b) == 2) printf("%lld\\n", llabs(a - b)); }\n',
    'submissions/accepted/Gap.java':
      'import java.util.*;\npublic interface Gap { static void main(String[] a) { Scanner in = new Scanner(System.in); while (in.hasNext()) System.out.println(Math.abs(in.nextLong() - in.nextLong())); } }\n',
    'submissions/accepted/gap.pl': 'while (<>) {\n  my ($a, $b) = split;\n  print abs($a - $b), "\\n";\n}\n',
    'submissions/accepted/prolog/gap.pl': `main :-
    read_line_to_string(user_input, Line),
    (   Line == end_of_file ->
        true
    ;   split_string(Line, " ", " ", Parts),
        maplist([Part, Number]>>number_string(Number, Part), Parts, [A, B]),
        Gap is abs(A - B),
        writeln(Gap),
        main
    ).
`,
    'submissions/slow_accepted/gap.py':
      'import sys\nfor line in sys.stdin:\n    a, b = map(int, line.split())\n    print(abs(a - b))\n',
    'submissions/time_limit_exceeded/linear.cc': `int main() { ${spin} }\n`,
    'submissions/wrong_answer/int.cc':
      '#include <cstdio>\n#include <cstdlib>\nint main() { long long a, b; while (scanf("%lld %lld", &a, &b) == 2) printf("%d\\n", abs((int)a - (int)b)); }\n',
  },
};

const greeting: ExamplePackage = {
  like: 'hello',
  complaints: ['name-missing'],
  verdicts: { 'submissions/run_time_error/memory.cc': 'MLE' },
  files: {
    'problem.yaml': 'source: Own\nlicense: public domain\n\nlimits:\n  memory: 64\n',
    '.timelimit': '1\n',
    'problem_statement/problem.md': '# Greeting\n',
    'problem_statement/problem.sv.tex': 'H\\"alsning\n',
    'input_format_validators/check.py': 'import sys\nsys.exit(42)\n',
    ...testCases({ 'secret/greeting': ['', 'Good morning!\n'] }),
    'submissions/accepted/greeting.cc': '#include <cstdio>\nint main() { puts("Good Morning!"); }\n',
    'submissions/run_time_error/memory.cc':
      '#include <cstdlib>\n#include <cstring>\nint main() { for (;;) memset(malloc(1 << 20), 1, 1 << 20); }\n',
  },
};

const secretNumber = `#include "validate.h"
int main(int, char **argv) {
  long secret;
  std::ifstream(argv[1]) >> secret;
  for (int guess = 0; guess < 10; guess++) {
    long said;
    if (!(std::cin >> said) || said < 1 || said > 1000) { say(argv[3], "no guess"); verdict(false); }
    std::cout << (said == secret ? "correct" : said > secret ? "lower" : "higher") << std::endl;
    if (said == secret) verdict(true);
  }
  say(argv[3], "too many guesses");
  verdict(false);
}
`;

/** Bisects; what it does behind the right answer is the caller's. */
const bisect = (after: string, flush = 'fflush(stdout);'): string => `#include <cstdio>
#include <cstring>
#include <cstdlib>
int main() {
  int low = 1, high = 1000;
  for (char said[16];;) {
    const int middle = (low + high) / 2;
    printf("%d\\n", middle);
    ${flush}
    if (scanf("%15s", said) != 1 || !strcmp(said, "correct")) break;
    if (!strcmp(said, "lower")) high = middle - 1; else low = middle + 1;
  }
  ${after}
}
`;

const guessing: ExamplePackage = {
  like: 'guess',
  complaints: ['format-draft', 'uuid-missing'],
  verdicts: {
    'submissions/time_limit_exceeded/no_flush.cc': 'WTL',
  },
  files: {
    'problem.yaml':
      'problem_format_version: 2023-07-draft\nsource: Own\nlicense: cc by-sa\n\ntype: interactive\nname: A Number\n\nlimits:\n  time_limit: 2\n  time_multipliers:\n    time_limit_to_tle: 4\n',
    'statement/problem.en.tex': '\\problemname{A Number}\n',
    ...inputValidator,
    'output_validator/number_validator/validate.cc': secretNumber,
    'output_validator/number_validator/validate.h': validatorHeader,
    'data/sample/1.interaction': '>500\n<correct\n',
    ...testCases({ 'secret/01': ['1\n', ''], 'secret/02': ['777\n', ''] }),
    'submissions/accepted/bisect.cc': bisect(''),
    'submissions/accepted/Guess.java': `import java.util.*;
public class Guess { public static void main(String[] a) { Scanner in = new Scanner(System.in); int low = 1, high = 1000;
  for (;;) { int middle = (low + high) / 2; System.out.println(middle); String said = in.next();
    if (said.equals("correct")) return; if (said.equals("lower")) high = middle - 1; else low = middle + 1; } } }
`,
    'submissions/run_time_error/at_once.c': 'int main(void) { return 3; }\n',
    'submissions/run_time_error/after_correct.cc': bisect('abort();'),
    'submissions/time_limit_exceeded/no_flush.cc': bisect('', ''),
    'submissions/time_limit_exceeded/after_correct.cc': bisect(spin),
    'submissions/wrong_answer/Crash.java':
      'import java.util.*;\npublic class Crash { public static void main(String[] a) { Scanner in = new Scanner(System.in); System.out.println(500); in.next(); System.out.println(-1); in.next(); } }\n',
    'submissions/wrong_answer/zero.py': 'print(0, flush=True)\ninput()\n',
    'submissions/wrong_answer/zero_then_spin.cc': `#include <cstdio>\nint main() { puts("0"); fflush(stdout); ${spin} }\n`,
  },
};

const summands: ExamplePackage = {
  like: 'bplusa',
  complaints: ['time-limit-missing'],
  files: {
    'problem.yaml': 'source: Own\nlicense: public domain\nname: Two Summands\nvalidation: custom\n',
    'problem_statement/problem.en.md': '# Two Summands\n',
    ...inputValidator,
    'output_validators/validator/validate.cc': `#include "validate.h"
int main(int, char **argv) {
  long sum, a, b;
  std::ifstream(argv[1]) >> sum;
  std::string more;
  verdict(std::cin >> a >> b && a + b == sum && !(std::cin >> more));
}
`,
    'output_validators/validator/validate.h': validatorHeader,
    ...testCases({ 'secret/1': ['7\n', '3 4\n'], 'secret/2': ['0\n', '0 0\n'] }),
    'submissions/accepted/zero.cpp':
      '#include <iostream>\nint main() { long n; std::cin >> n; std::cout << n << " 0\\n"; }\n',
    'submissions/accepted/plus_one.py': 'n = int(input())\nprint(n + 1, -1)\n',
    'submissions/wrong_answer/one.py': 'print(1, 1)\n',
  },
};

const pointsOf = (yaml: string, settings: string): Readonly<Record<string, string>> => ({
  'problem.yaml': yaml,
  'problem_statement/problem.en.md': '# Points\n',
  ...inputValidator,
  [`data/secret/${settings}`]: 'on_reject: continue\nrange: 0 100\n',
  [`data/secret/subtask1/${settings}`]: 'on_reject: break\naccept_score: 10\n',
  ...testCases({ 'secret/subtask1/1': ['1\n', '1\n'], 'secret/subtask2/1': ['2\n', '2\n'] }),
  'submissions/accepted/echo.py': 'print(input())\n',
  'submissions/partially_accepted/one.py': 'print(1)\n',
});
const scoring =
  /^scoring problems cannot be judged: a submission is accepted or not, there are no points here$/;

export const kattis: Readonly<Record<string, ExamplePackage>> = {
  'kattis-gap': gap,
  'kattis-greeting': greeting,
  'kattis-guessing': guessing,
  'kattis-summands': summands,
  'kattis-echo': {
    like: 'echo',
    complaints: ['time-limit-missing'],
    refused: scoring,
    files: pointsOf(
      'source: Own\nlicense: public domain\ntype: scoring\nname: Echo\ngrading:\n    show_test_data_groups: true\n',
      'testdata.yaml',
    ),
  },
  'kattis-odd': {
    like: 'oddecho',
    complaints: [
      'file-other-format',
      'folder-other-format',
      'format-draft',
      'time-limit-missing',
      'uuid-missing',
    ],
    refused: scoring,
    files: pointsOf(
      'problem_format_version: 2023-07-draft\nlicense: cc by-sa\ncredits: Somebody\nsource: Own\ntype: scoring\nname: Odd\n',
      'testdata.yaml',
    ),
  },
  'kattis-players': {
    like: 'checkers',
    complaints: ['yaml-value'],
    refused: /problem\.yaml:4:7: type: must be pass-fail or scoring\.$/,
    files: {
      'problem.yaml':
        'source: Own\nlicense: cc by-sa\n\ntype: pvp\nvalidation: custom\n\nlimits:\n  time_safety_margin: 4\n',
      'output_validators/validator.py': '\n',
      'data/secret/02.in': '\n',
    },
  },
};
