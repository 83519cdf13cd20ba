/** a+b in several languages: what a contest's easiest problem looks like to a judge. */
import { randomUUID } from 'node:crypto';

export interface Program {
  readonly language: string;
  readonly file: string;
  readonly text: string;
  /** How a comment begins. */
  readonly comment: string;
  /** In a contest's mix, as at regionals. */
  readonly share: number;
  /** How many of it alone are judged at saturation; the slow ones need fewer for a steady figure. */
  readonly count: number;
}

export const programs: readonly Program[] = [
  {
    language: 'c',
    file: 'sum.c',
    text: '#include <stdio.h>\nint main(void) { long a, b; scanf("%ld %ld", &a, &b); printf("%ld\\n", a + b); return 0; }\n',
    comment: '//',
    share: 0,
    count: 120,
  },
  {
    language: 'cpp',
    file: 'sum.cpp',
    text: '#include <bits/stdc++.h>\nusing namespace std;\nint main() { long a, b; cin >> a >> b; cout << a + b << "\\n"; }\n',
    comment: '//',
    share: 0.62,
    count: 40,
  },
  {
    language: 'java',
    file: 'Sum.java',
    text: 'import java.util.*;\npublic class Sum { public static void main(String[] x) { Scanner s = new Scanner(System.in); System.out.println(s.nextLong() + s.nextLong()); } }\n',
    comment: '//',
    share: 0.18,
    count: 10,
  },
  {
    language: 'python3',
    file: 'sum.py',
    text: 'a, b = map(int, input().split())\nprint(a + b)\n',
    comment: '#',
    share: 0.2,
    count: 40,
  },
];

export function programIn(language: string): Program {
  const program = programs.find((one) => one.language === language);
  if (program === undefined) throw new RangeError(`there is no a+b in ${language}`);
  return program;
}

/** As many of each as its share says, well mixed: the same order every time. */
export function mix(count: number): Program[] {
  const made = new Map<Program, number>();
  return Array.from({ length: count }, (_, index) => {
    const [next] = programs
      .filter(({ share }) => share > 0)
      .map((program) => [program, program.share * (index + 1) - (made.get(program) ?? 0)] as const)
      .toSorted(([, a], [, b]) => b - a)[0] ?? [programIn('c')];
    made.set(next, (made.get(next) ?? 0) + 1);
    return next;
  });
}

/** A content nobody has handed in yet: the same again would be answered with the first submission. */
export function fresh({ text, comment }: Program): string {
  return `${text}${comment} ${randomUUID()}\n`;
}
