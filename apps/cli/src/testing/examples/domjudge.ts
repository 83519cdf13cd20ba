/** As DOMjudge's example problems are made: legacy, with its side files, folders of its own and its comment of what is expected. */
import { spin, testCases, type ExamplePackage } from './example.ts';

const expected = (what: string, text: string): string => `/*\n * @EXPECTED_RESULTS@: ${what}\n */\n${text}`;
const hello = '#include <stdio.h>\nint main(void) { puts("Good day!"); return 0; }\n';
const javaHello = (name: string, text: string): string =>
  `public class ${name} { public static void main(String[] a) { System.out.println(${text}); } };\n`;

const day: ExamplePackage = {
  like: 'hello',
  complaints: ['input-validator-missing', 'submission-folder'],
  verdicts: {
    'submissions/mixed/two_mains': 'AC',
    'submissions/no_output/silent.c': 'NO',
    'submissions/output_limit/endless.c': 'OLE',
  },
  files: {
    'problem.yaml': 'name: Good Day\n',
    'domjudge-problem.ini': "timelimit = 2\ncolor='#80ff00'\n",
    'sandglass.yaml': 'limits: {processes: 8}\n',
    'problem.pdf': '%PDF-1.4\n',
    'answer_validator/answers.cpp': 'int main() { return 42; }\n',
    'input_validator/any/build': '#!/bin/sh\nmake\n',
    'input_validator/any/run': '#!/bin/sh\nexit 42\n',
    'output_visualizer/show.py': 'print()\n',
    'submissions.json': JSON.stringify({
      'submissions/accepted/several-py/': { entry_point: 'begin.py' },
    }),
    ...testCases({ 'sample/1': ['\n', 'Good day!\n'], 'secret/1': ['\n', 'good day!\n'] }),
    'submissions/accepted/day.c': hello,
    'submissions/accepted/day.bash': 'echo "Good day!"\n',
    'submissions/accepted/day.pl': 'print "Good day!\\n";\n\nexit;\n',
    'submissions/accepted/extra-file/day.c': hello,
    'submissions/accepted/extra-file/zz-random.txt': 'no source\n',
    'submissions/accepted/invalid-header/day.c': hello,
    'submissions/accepted/invalid-header/zz-random.h': '#error nobody includes me\n',
    'submissions/accepted/several-cpp/main.cc': '#include "words.hpp"\nint main() { words(); }\n',
    'submissions/accepted/several-cpp/words.cc':
      '#include "words.hpp"\n#include <cstdio>\nvoid words() { puts("Good day!"); }\n',
    'submissions/accepted/several-cpp/words.hpp': 'void words();\n',
    'submissions/accepted/several-packages/A.java':
      'package first.second.a;\n\npublic class A {\n\tpublic static String words() { return "Good day!"; }\n}\n',
    'submissions/accepted/several-packages/B.java': `package first.second.b;\n\nimport first.second.a.A;\n\n${javaHello('B', 'A.words()')}`,
    'submissions/accepted/several-py/begin.py': 'from words import words\nprint(words)\n',
    'submissions/accepted/several-py/words.py': 'words = "Good day!"\n',
    'submissions/accepted/several-sh/main.sh': '. ./part.sh\nwords\n',
    'submissions/accepted/several-sh/part.sh': 'words() { echo "Good day!"; }\n',
    'submissions/compiler_error/no-main/main.java': expected(
      'COMPILER-ERROR',
      'public class main {\n\tint main() { return 0; }\n};\n',
    ),
    'submissions/compiler_error/object/main.cc': 'void words();\nint main() { words(); }\n',
    'submissions/compiler_error/object/words.o': 'an object file is not linked\n',
    'submissions/compiler_error/messages.cc':
      'template <int n> struct Down { Down<n - 1> next; };\nDown<400> down;\ntemplate <> struct Down<0> {};\n',
    'submissions/compiler_error/syntax.c': expected('COMPILER-ERROR', 'int main(void) { return }\n'),
    'submissions/mixed/two_mains/a.java': expected(
      'CORRECT,COMPILER-ERROR,WRONG-ANSWER',
      javaHello('a', '"Good day!"'),
    ),
    'submissions/mixed/two_mains/b.java': javaHello('b', '"I am B"'),
    'submissions/multiple/fork.c': expected(
      'RUN-ERROR, TIMELIMIT',
      '#include <unistd.h>\nint main(void) { for (;;) if (fork() < 0) return 1; }\n',
    ),
    'submissions/multiple/binary/a.sh':
      '# @EXPECTED_RESULTS@: COMPILER-ERROR,RUN-ERROR\nset -e\nchmod u+x ./bc\n./bc\n',
    'submissions/multiple/binary/bc': 'no program\n',
    'submissions/check_manually/anything.c': hello,
    'submissions/no_output/silent.c': expected('NO-OUTPUT', 'int main(void) { return 0; }\n'),
    'submissions/output_limit/endless.c': expected(
      'OUTPUT-LIMIT',
      '#include <stdio.h>\nint main(void) { for (;;) puts("Good day!"); }\n',
    ),
    'submissions/run_time_error/exit.py':
      '# @EXPECTED_RESULTS@: RUN-ERROR\nprint("Good day!")\nraise SystemExit(2)\n',
    'submissions/run_time_error/memory.py': 'x = bytearray(1 << 40)\n',
    'submissions/time_limit_exceeded/spin.c': `int main(void) { ${spin} }\n`,
    'submissions/wrong_answer/other.c':
      '#include <stdio.h>\nint main(void) { puts("Good night!"); return 0; }\n',
  },
};

/** The team receives a size, asks for lamps and says how many of them are on; those come first. */
const lamps = `#include <fstream>
#include <iostream>
#include <string>
int main(int argc, char **argv) {
  if (argc != 6 || std::string(argv[4]) != "--unused") return 1;
  long size, on;
  std::ifstream(argv[1]) >> size >> on;
  std::cout << size << std::endl;
  for (std::string word; std::cin >> word;) {
    long at;
    if (!(std::cin >> at)) break;
    if (word == "OUTPUT") {
      std::string more;
      return at == on && !(std::cin >> more) ? 42 : 43;
    }
    if (word != "READ" || at < 0 || at >= size) return 43;
    std::cout << (at < on ? "true" : "false") << std::endl;
  }
  return 43;
}
`;

/** @param last what it says in the end, of the number \`low\` */
const search = (last: string): string => `n = int(input())
low, high = 0, n
while low < high:
    middle = (low + high) // 2
    print('READ', middle, flush=True)
    if input() == 'true':
        low = middle + 1
    else:
        high = middle
${last}
`;

const lamp: ExamplePackage = {
  like: 'boolfind',
  complaints: ['input-validator-missing', 'yaml-unknown-key-legacy'],
  files: {
    'problem.yaml':
      'name: Lamps\n\nvalidation: custom interactive\nvalidator_flags: --unused argument\nvalidator_args: --unused argument\n',
    'domjudge-problem.ini': 'timelimit=1\n',
    'problem.pdf': '%PDF-1.4\n',
    'output_validators/lamps_run/validate.cc': lamps,
    'output_visualizer/lamps_visual/visualize.py': 'print()\n',
    ...testCases({ 'secret/1': ['9 4\n', ''], 'secret/2': ['1 0\n', ''] }),
    'submissions/accepted/search.py': search("print('OUTPUT', low)"),
    'submissions/mixed-verdicts/sometimes.py': `'''\n@EXPECTED_RESULTS@: CORRECT, WRONG-ANSWER\n'''\nimport random\n${search("print('OUTPUT', low + random.getrandbits(1))")}`,
    'submissions/time_limit_exceeded/another.py': search("print('READ', 0, flush=True)\ninput()\ninput()"),
    'submissions/time_limit_exceeded/spin.cc': `int main() { ${spin} }\n`,
    'submissions/wrong_answer/extra.py': search("print('OUTPUT', low)\nprint('OUTPUT', low)"),
    'submissions/wrong_answer/silent.c': 'int main(void) { return 0; }\n',
  },
};

const floats: ExamplePackage = {
  like: 'fltcmp',
  complaints: [],
  files: {
    'problem.yaml': "name: Inverse\nvalidator_flags: 'float_tolerance 1E-6'\n",
    'domjudge-problem.ini': 'timelimit=1\n',
    'problem.pdf': '%PDF-1.4\n',
    'input_validators/inverse.ctd': 'FLOAT(0, 1) EOF\n',
    ...testCases({
      'sample/1': ['0\n1\n3\n', 'inf\n1.0\n3.333333333E-1\n'],
      'secret/1': ['1.99999999996\n', '0.50000000001\n'],
    }),
    'submissions/accepted/inverse.py':
      "import sys\nfor x in sys.stdin:\n    print('INF' if float(x) == 0 else f'{1 / float(x):.9e}')\n",
    'submissions/accepted/close.py':
      "import sys\nfor x in sys.stdin:\n    print('inf' if float(x) == 0 else 1 / float(x) + 9e-7)\n",
    'submissions/wrong_answer/far.py':
      "import sys\nfor x in sys.stdin:\n    print('inf' if float(x) == 0 else 1 / float(x) + 2e-6)\n",
    'submissions/wrong_answer/word.py':
      "import sys\nfor x in sys.stdin:\n    print('infinite' if float(x) == 0 else 1 / float(x))\n",
  },
};

/** Each pass gives one letter and its position in the word; the answer is complete when all were asked for. */
const letters = `import os, sys
folder = sys.argv[3]
flags = sys.argv[4:]
with open(sys.argv[2]) as file:
    word = file.readline().rstrip('\\n')
if flags[:2] != ['--teammessage', 'There are more words than the sample.']:
    sys.exit(1)
if word != 'abc' and '--secret' not in flags:
    sys.exit(1)
if ' ' in word and flags[flags.index('--judgemessage') + 1] != 'a sentence, not a word':
    sys.exit(1)
asked = sys.stdin.readline().rstrip('\\n')
if len(asked) != 1 or not asked.islower() and asked != ' ':
    sys.exit(43)
seen = os.path.join(folder, 'seen')
known = (open(seen).read() if os.path.exists(seen) else '') + asked
with open(seen, 'w') as file:
    file.write(known)
if set(word) <= set(known):
    sys.exit(42)
with open(os.path.join(folder, 'nextpass.in'), 'w') as file:
    print(''.join(letter if letter in known else '_' for letter in word), known, sep='\\n', file=file)
sys.exit(42)
`;

const alphabet = "letters = 'abcdefghijklmnopqrst '";
const nextLetter = (choice: string): string =>
  `${alphabet}\nword = input()\ntry:\n    known = input()\nexcept EOFError:\n    known = ''\nprint(${choice})\n`;

const word: ExamplePackage = {
  like: 'hangman',
  complaints: ['folder-other-format', 'input-validator-missing'],
  files: {
    'problem.yaml':
      'name: Letters\nvalidation: custom multi-pass\nvalidator_flags: --teammessage "There are more words than the sample."\nlimits:\n  validation_passes: 26\n',
    'domjudge-problem.ini': 'timelimit=1\n',
    'problem.pdf': '%PDF-1.4\n',
    'submissions.json': '{"submissions/time_limit_exceeded/two/": {"entry_point": "main.py"}}\n',
    'generators/create.py': 'print()\n',
    'output_validator/validator.py': letters,
    'data/secret/testdata.yaml': 'output_validator_flags: --secret\n',
    'data/secret/with_spaces/testdata.yaml':
      'output_validator_flags: --secret --judgemessage "a sentence, not a word"\n',
    ...testCases({
      'sample/1': ['___\n', 'abc\n'],
      'secret/1': ['____\n', 'face\n'],
      'secret/with_spaces/1': ['___\n', 'a b\n'],
    }),
    'submissions/accepted/in_order.py': nextLetter('letters[(letters.index(known[-1]) + 1) if known else 0]'),
    'submissions/time_limit_exceeded/two/main.py': 'import words\nwhile True: pass\n',
    'submissions/time_limit_exceeded/two/words.py': 'words = []\n',
    'submissions/wrong_answer/capitals.py': nextLetter("'A'"),
    'submissions/wrong_answer/numbers.py': nextLetter('len(known)'),
  },
};

export const domjudge: Readonly<Record<string, ExamplePackage>> = {
  'domjudge-day': day,
  'domjudge-lamps': lamp,
  'domjudge-floats': floats,
  'domjudge-letters': word,
};
