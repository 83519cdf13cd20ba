import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const yaml = (type: string): string => `problem_format_version: 2025-09
name: Double
uuid: 5c1ff7d3-9d5f-4d38-8b0f-1d8a8b4f7a11
type: ${type}
limits:
  time_limit: 1
  memory: 256
`;

export const doubleInC = `#include <stdio.h>
int main(void) { long n; scanf("%ld", &n); printf("%ld\\n", 2 * n); }
`;
export const squareInC = `#include <stdio.h>
int main(void) { long n; scanf("%ld", &n); printf("%ld\\n", n * n); }
`;

const plain: Readonly<Record<string, string>> = {
  'problem.yaml': yaml('pass-fail'),
  'statement/problem.en.md': '# Double\nPrint twice the number.\n',
  'data/sample/1.in': '2\n',
  'data/sample/1.ans': '4\n',
  'data/secret/1-three.in': '3\n',
  'data/secret/1-three.ans': '6\n',
  'data/secret/2-large.in': '1000000\n',
  'data/secret/2-large.ans': '2000000\n',
  'submissions/accepted/double.c': doubleInC,
  'submissions/accepted/double.py': 'print(2 * int(input()))\n',
  'submissions/wrong_answer/square.c': squareInC,
  'submissions/run_time_error/crash.py': 'raise SystemExit(3)\n',
};

/** Accepts every even number that is written in decimal. */
const evenValidator = `#include <stdio.h>
int main(void) { long n; return scanf("%ld", &n) == 1 && n % 2 == 0 ? 42 : 43; }
`;

/** A package of a few lines, in a new temporary folder. @returns the package's folder */
export async function smallPackage(changes: Readonly<Record<string, string | null>> = {}): Promise<string> {
  const folder = join(await mkdtemp(join(tmpdir(), 'sandglass-small-')), 'double');
  for (const [path, text] of Object.entries({ ...plain, ...changes })) {
    if (text === null) continue;
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return folder;
}

export const withValidator = { 'output_validator/even.c': evenValidator } as const;
export const scoring = { 'problem.yaml': yaml('scoring') } as const;
