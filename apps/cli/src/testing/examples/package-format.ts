/** As the examples of the problem package format itself are made. */
import { spin, testCases, type ExamplePackage } from './example.ts';

const head = (version: string, type: string): string => `problem_format_version: ${version} # or legacy
type: ${type}
name: A Problem
uuid: 3c6f7f0e-7f5a-4f6a-9d0e-0c5b6a7d8e9f
credits:
  authors: Author One <one@example.org>
source: Own 2026
source_url: https://contest.example/2026
license: cc by-sa
rights_owner: Own
limits:
  time_limit: 1
`;

const usual = {
  'statement/problem.en.tex': '\\problemname{}\n',
  'input_validators/check.py': 'import sys\nsys.exit(42)\n',
};

const maximal: ExamplePackage = {
  like: 'maximal',
  complaints: ['draft-key', 'format-draft'],
  files: {
    'problem.yaml': `problem_format_version: 2023-07-draft
type: pass-fail
name:
  en: Everything
  sv: Allt
uuid: 4d5f1c3e-9d9a-4e1b-8a54-1f2e3d4c5b6a
credits:
  authors:
    - Author One <one@example.org>
    - name: Author Two
      email: two@example.org
  contributors: Contributor <three@example.org>
  testers:
    - name: Tester One
    - Tester Two <four@example.org>
  translators:
    sv: Translator <five@example.org>
  acknowledgements: [Somebody, Somebody Else]
source: Own 2026
source_url: https://contest.example/2026
license: cc by-sa
rights_owner: Own
limits:
  time_limit: 1
keywords: []
languages: [python3, bash]
constants:
  distance: 1
`,
    'statement/problem.en.tex': '\\problemname{}\n',
    'statement/problem.sv.tex': '\\problemname{}\n',
    'statement/picture.png': 'not looked at',
    'solution/solution.en.md': 'Add one.\n',
    'attachments/more.txt': 'more\n',
    'input_validators/validator.ctd': 'INT(0, 99) NEWLINE EOF\n',
    'input_visualizer/input_visualizer.py': '\n',
    'output_visualizer/output_visualizer.py': '\n',
    'output_validator/validator.py': `import sys
with open(sys.argv[1]) as file:
    number = int(file.read())
try:
    right = abs(int(sys.stdin.read()) - number) == {{distance}}
except ValueError:
    right = False
sys.exit(42 if right else 43)
`,
    'data/sample/test_group.yaml': 'input_visualizer_args: [sample]\noutput_visualizer_args: [sample]\n',
    'data/secret/test_group.yaml': 'input_visualizer_args: [secret]\noutput_visualizer_args: [secret]\n',
    ...testCases({ 'sample/1': ['1\n', '2\n'], 'secret/2': ['2\n', '1\n'], 'secret/3': ['3\n', '4\n'] }),
    'data/sample/1.svg': '<svg/>\n',
    'data/secret/3.svg': '<svg/>\n',
    'data/secret/3.yaml': 'description: the last\nfull_feedback: true\n',
    'include/default/distance.txt': '{{distance}}\n',
    'include/python3/include.py': 'distance = {{distance}}\n',
    'submissions/submissions.yaml': `accepted/plus.py:
  language: python3
  authors: Judge <judge@example.org>
accepted/plus.sh:
  language: bash
run_time_error/not_defined:
  language: python3
  entrypoint: main.py
time_limit_exceeded/*:
  authors: [One <one@example.org>, Two <two@example.org>]
wrong_answer/*:
  authors: Judge <judge@example.org>
`,
    'submissions/accepted/plus.py': 'from include import distance\nprint(int(input()) + distance)\n',
    'submissions/accepted/plus.sh': 'read -r n\necho $((n + $(cat ./distance.txt)))\n',
    'submissions/run_time_error/end_of_file.py': 'input()\ninput()\n',
    'submissions/run_time_error/not_defined/main.py': 'import util\nprint(util.nothing)\n',
    'submissions/run_time_error/not_defined/util.py': 'something = 1\n',
    'submissions/time_limit_exceeded/endless.py': 'while True: pass\n',
    'submissions/wrong_answer/same.py': 'print(input())\n',
  },
};

/** It sends a number and wants the next one, three times: the whole of a conversation or of the passes. */
const nextThrice = `import sys, os
folder = sys.argv[3]
with open(sys.argv[1]) as file:
    number = int(file.read())
try:
    said = int(sys.stdin.read())
except ValueError:
    sys.exit(43)
if said != number + 1:
    sys.exit(43)
passes = os.path.join(folder, 'passes')
done = os.path.exists(passes)
if not done:
    open(passes, 'w').close()
    with open(os.path.join(folder, 'nextpass.in'), 'w') as file:
        print(said, file=file)
sys.exit(42)
`;

export const packageFormat: Readonly<Record<string, ExamplePackage>> = {
  'format-maximal': maximal,
  'format-passfail': {
    like: 'passfail',
    complaints: ['draft-key'],
    files: {
      ...usual,
      'problem.yaml': head('2025-09', 'pass-fail'),
      ...testCases({ 'sample/1': ['1\n', '1\n'], 'secret/1': ['2\n', '2\n'] }),
      'submissions/submissions.yaml':
        'accepted/*:\n  authors: A <a@example.org>\nwrong_answer/*:\n  authors: A <a@example.org>\n',
      'submissions/accepted/same.py': 'print(input())\n',
      'submissions/wrong_answer/constant.py': 'print(1)\n',
    },
  },
  'format-multipass': {
    like: 'multipass',
    complaints: ['draft-key', 'format-draft'],
    files: {
      ...usual,
      'problem.yaml': head('2023-07-draft', 'pass-fail multi-pass'),
      'output_validator/validator.py': nextThrice,
      ...testCases({ 'secret/1': ['1\n', '\n'] }),
      'submissions/accepted/next.py': 'print(int(input()) + 1)\n',
      'submissions/wrong_answer/two.py': 'print(2)\n',
    },
  },
  'format-interactive': {
    like: 'interactive',
    complaints: ['draft-key'],
    files: {
      ...usual,
      'problem.yaml': head('2025-09', 'pass-fail interactive'),
      'output_validator/validator.py':
        'import sys\nfor number in range(3):\n    print(number, flush=True)\n    if sys.stdin.readline().strip() != str(number + 1):\n        sys.exit(43)\nsys.exit(42)\n',
      ...testCases({ 'secret/1': ['', ''] }),
      'submissions/accepted/next.py': 'for _ in range(3):\n    print(int(input()) + 1, flush=True)\n',
      'submissions/wrong_answer/same.py': 'for _ in range(3):\n    print(input(), flush=True)\n',
      'submissions/time_limit_exceeded/spin.c': `int main(void) { ${spin} }\n`,
    },
  },
  'format-answers': {
    like: 'submit_answer',
    complaints: ['draft-key'],
    files: {
      ...usual,
      'problem.yaml': head('2025-09', 'pass-fail submit-answer'),
      ...testCases({ 'secret/1': ['1\n', '1\n'], 'secret/2': ['2\n', '4\n'] }),
      'submissions/accepted/both/1.out': '1\n',
      'submissions/accepted/both/2.out': '4\n',
      'submissions/wrong_answer/one/1.out': '1\n',
    },
  },
  'format-scoring': {
    like: 'scoring',
    complaints: ['draft-key', 'file-other-format', 'format-draft', 'yaml-unknown-key-legacy'],
    refused: /^scoring problems cannot be judged: /,
    files: {
      ...usual,
      'problem.yaml': head('2023-07-draft', 'scoring'),
      'data/secret/testdata.yaml': 'scoring:\n  aggregation: sum\n',
      ...testCases({ 'secret/subtask1/1': ['1\n', '1\n'] }),
      'submissions/accepted/same.py': 'print(input())\n',
    },
  },
};
