import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as fc from 'fast-check';
import {
  issueCatalogue,
  type IssueCode,
  openPackage,
  PackageError,
  validatePackage,
  type Issue,
} from '@sandglass/problem-package';
import { legacy, modern } from '../../packages/problem-package/test/fixture.ts';
import { bytesOf, changed, changes, type Change } from '../lib/bytes.ts';
import { propertyTarget } from '../lib/target.ts';

/** A sound package, and what was done to it. */
interface Damaged {
  readonly base: 'modern' | 'legacy';
  readonly edits: readonly { readonly path: string; readonly changes: readonly Change[] }[];
  readonly add: readonly { readonly path: string; readonly content: string }[];
  readonly links: readonly { readonly path: string; readonly target: string }[];
}

const bases = { modern, legacy };
const segment = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      'data',
      'secret',
      'sample',
      'submissions',
      'accepted',
      'mixed',
      'generators',
      'include',
      'cpp',
      'default',
      'statement',
      'solution',
      'attachments',
      'output_validator',
      'answer_validators',
      'input_validators',
      'a.dir',
      '1',
    ),
  },
  { weight: 1, arbitrary: fc.string({ maxLength: 12 }) },
);
const leaf = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      'problem.yaml',
      'domjudge-problem.ini',
      'test_group.yaml',
      'testdata.yaml',
      'submissions.yaml',
      'generators.yaml',
      '1.in',
      '1.ans',
      '02.in',
      '02.yaml',
      '1.files',
      'problem.en.md',
      'problem.tex',
      'a.cpp',
      'Main.java',
      'run',
      'build',
      '.timelimit',
      'package.json',
    ),
  },
  { weight: 1, arbitrary: fc.string({ maxLength: 12 }) },
);
const path = fc
  .tuple(fc.array(segment, { maxLength: 4 }), leaf)
  .map(([folders, name]) => [...folders, name].join('/'));
const lines = fc.constantFrom(
  'problem_format_version: 2025-09\n',
  'problem_format_version: legacy\n',
  'type: [interactive, multi-pass]\n',
  'type: submit-answer\n',
  'name: {en: x, "": y}\n',
  'limits: {time_limit: 1e309, memory: -1}\n',
  'limits: {output: 99999999999}\n',
  'validation: custom interactive\n',
  'validator_flags: float_tolerance 1e-400\n',
  'constants: {a: 1, __proto__: 2}\n',
  '{{a}}',
  '{{__proto__}}',
  'args: [--x, "\\0"]\n',
  'output_validator_args: case_sensitive\n',
  'input: "1"\nanswer: [1]\n',
  'accepted: {permitted: [], required: [AC]}\n',
  'solutions: &a\ndata: *a\n',
  '/: {seed: 1}\n',
  'generate: a {seed:0}\n',
  'random_salt: x\n',
  'count: 1000000000\n',
  'scoring: {score: .inf, aggregation: sum}\n',
  '"*.cpp": {verdict: [AC]}\n',
  "timelimit='1e99'\n",
  '[problem]\n',
);
const text = fc.oneof(
  { weight: 4, arbitrary: fc.array(lines, { maxLength: 6 }).map((all) => all.join('')) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary-ascii', maxLength: 80 }) },
  {
    weight: 1,
    arbitrary: fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
  },
);

const damaged: fc.Arbitrary<Damaged> = fc.constantFrom('modern' as const, 'legacy' as const).chain((base) =>
  fc.record({
    base: fc.constant(base),
    edits: fc.array(
      fc.record({
        path: fc.constantFrom(...Object.keys(bases[base])),
        changes: changes(fc.oneof(text, lines)),
      }),
      { maxLength: 3 },
    ),
    add: fc.array(fc.record({ path, content: text }), { maxLength: 6 }),
    links: fc.array(
      fc.record({
        path,
        target: fc.oneof(
          fc.constantFrom('..', '.', '/', 'data', '../data/secret', '/dev/zero', '/etc/passwd', 'loop'),
          path,
        ),
      }),
      { maxLength: 2 },
    ),
  }),
);

function filesOf({ base, edits, add }: Damaged): Map<string, Buffer> {
  const files = new Map(
    Object.entries(bases[base]).map(([path, content]) => [path, Buffer.from(content ?? '')]),
  );
  for (const { path, changes } of edits) {
    const former = files.get(path)?.toString('latin1') ?? '';
    files.set(path, bytesOf(changed(former, changes)));
  }
  for (const { path, content } of add) files.set(path, bytesOf(content));
  return files;
}

/** What the file system itself refuses (a name that is too long, a file in a folder's place) is no package. */
function put(act: () => void): void {
  try {
    act();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
  }
}

export function mustBeOfCatalogue(issues: readonly Issue[]): void {
  for (const issue of issues) {
    if (!Object.hasOwn(issueCatalogue, issue.code)) throw new Error(`the catalogue has no ${issue.code}`);
    // oxlint-disable-next-line no-control-regex -- what controls a terminal is what is looked for
    if (/[\u0000-\u001f\u007f-\u009f]/.test(issue.message + issue.file))
      throw new Error(`controls in ${JSON.stringify(issue)}`);
    if (
      /\{[a-z]+\}/i.test(issueCatalogue[issue.code as IssueCode].message) &&
      /undefined|\[object/.test(issue.message)
    )
      throw new Error(`a hole in ${JSON.stringify(issue)}`);
  }
}

/** Opens, validates, reads every file and closes. @throws what is neither a model nor complaints of the catalogue */
export async function readOrRefuse(root: string, temporaryFolder?: string): Promise<void> {
  try {
    await using opened = await openPackage(root, {
      hash: true,
      ...(temporaryFolder === undefined ? {} : { temporaryFolder }),
    });
    mustBeOfCatalogue(await validatePackage(opened));
    for (const file of opened.files()) await opened.read(file);
    JSON.stringify(opened.problem);
  } catch (error) {
    if (!(error instanceof PackageError) || error.issues.length === 0) throw error;
    mustBeOfCatalogue(error.issues);
  }
}

export const packages = propertyTarget<Damaged>({
  name: 'package',
  summary: 'sound packages, damaged: a model, or issues of the catalogue that control no terminal',
  needs: 'nothing',
  open: () => {
    const folder = mkdtempSync(join(tmpdir(), 'sandglass-fuzz-'));
    let count = 0;
    return Promise.resolve({
      inputs: damaged,
      async check(input) {
        count += 1;
        const root = join(folder, String(count));
        mkdirSync(root);
        const inside = (path: string): string | null => {
          const full = join(root, path);
          return full.startsWith(`${root}/`) && !path.includes('\0') ? full : null;
        };
        for (const [path, content] of filesOf(input)) {
          const full = inside(path);
          if (full === null) continue;
          put(() => mkdirSync(dirname(full), { recursive: true }));
          put(() => writeFileSync(full, content));
        }
        for (const { path, target } of input.links) {
          const full = inside(path);
          if (full === null) continue;
          put(() => mkdirSync(dirname(full), { recursive: true }));
          put(() => symlinkSync(target, full));
        }
        try {
          await readOrRefuse(root);
        } finally {
          rmSync(root, { recursive: true, force: true });
        }
      },
      [Symbol.asyncDispose]: async () => rmSync(folder, { recursive: true, force: true }),
    });
  },
});
