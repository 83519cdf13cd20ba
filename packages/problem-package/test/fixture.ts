/** Packages on disk for tests: a sound one of each format, to be changed one thing at a time. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PackageError, openPackage, validatePackage } from '../src/index.ts';
import type { Issue, OpenOptions, ProblemPackage } from '../src/index.ts';

/** Content by path; null removes a file of the base. */
export type Files = Record<string, string | Buffer | null>;

export const modern: Files = {
  'problem.yaml': [
    'problem_format_version: 2025-09',
    'name: Hourglass',
    'uuid: 01890a5d-ac96-774b-bcce-b302099a8057',
    'limits:',
    '  time_limit: 2',
    '',
  ].join('\n'),
  'statement/problem.en.md': 'Turn it.\n',
  'data/sample/1.in': '1\n',
  'data/sample/1.ans': '2\n',
  'data/secret/01.in': '5\n',
  'data/secret/01.ans': '6\n',
  'input_validators/check.py': 'import sys\nsys.exit(42)\n',
  'submissions/accepted/good.cpp': 'int main() {}\n',
};

export const legacy: Files = {
  'problem.yaml': 'name: Hourglass\nlimits:\n  memory: 512\n',
  'domjudge-problem.ini': "timelimit='2.5'\ncolor='#ff0000'\n",
  'problem_statement/problem.en.pdf': '%PDF-1.4\n',
  'data/sample/1.in': '1\n',
  'data/sample/1.ans': '2\n',
  'data/secret/01.in': '5\n',
  'data/secret/01.ans': '6\n',
  'input_validators/check.py': 'import sys\nsys.exit(42)\n',
  'submissions/accepted/good.cpp': 'int main() {}\n',
};

/** A folder of its own for one test file, with what is needed to fill and empty it. */
export class PackageFixture {
  readonly folder: string = mkdtempSync(join(tmpdir(), 'sandglass-package-test-'));
  #count = 0;

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Writes files below a new folder named `hourglass` and returns it. */
  write(files: Files): string {
    const root = join(this.folder, String(++this.#count), 'hourglass');
    mkdirSync(root, { recursive: true });
    for (const [path, content] of Object.entries(files)) {
      if (content === null) continue;
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), content);
    }
    return root;
  }

  file(name: string, bytes: Buffer): string {
    const path = join(this.folder, name);
    writeFileSync(path, bytes);
    return path;
  }

  /** Opens, validates and closes a package made of files. */
  async read(files: Files, options?: OpenOptions): Promise<{ problem: ProblemPackage; issues: Issue[] }> {
    const opened = await openPackage(this.write(files), options);
    try {
      return { problem: opened.problem, issues: await validatePackage(opened) };
    } finally {
      await opened.close();
    }
  }

  /** Names left in the folder archives are unpacked in. */
  leftovers(): string[] {
    return readdirSync(this.folder).filter((name) => name.startsWith('sandglass-package-'));
  }

  /** What is said against a package with this metadata. @throws Error when it is not refused */
  refusedYaml(text: string | Buffer): Promise<readonly Issue[]> {
    return refusalOf(openPackage(this.write({ ...modern, 'problem.yaml': text })));
  }
}

/** The issues of a package that cannot be opened. */
export async function refusalOf(opening: Promise<unknown>): Promise<readonly Issue[]> {
  try {
    await opening;
  } catch (error) {
    if (error instanceof PackageError) return error.issues;
    throw error;
  }
  throw new Error('the package was opened');
}

export function codes(issues: readonly Issue[]): string[] {
  return issues.map(({ code }) => code);
}
