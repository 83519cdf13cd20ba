/** The example problems of Kattis, of the package format and of DOMjudge, rebuilt: each is judged as its authors say, or refused with the reason. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { domjudge } from '../testing/examples/domjudge.ts';
import { writeExample, type ExamplePackage } from '../testing/examples/example.ts';
import { kattis } from '../testing/examples/kattis.ts';
import { packageFormat } from '../testing/examples/package-format.ts';
import { runCommand, whyNoSandbox } from '../testing/run-command.ts';

interface Verified {
  readonly path: string;
  readonly error: string | null;
  readonly issues: readonly { readonly severity: string; readonly code: string; readonly message: string }[];
  readonly submissions: readonly {
    readonly path: string;
    readonly language: string | null;
    readonly verdict: string | null;
    readonly ok: boolean;
    readonly reason: string;
  }[];
}

const examples: Readonly<Record<string, ExamplePackage>> = { ...kattis, ...packageFormat, ...domjudge };

/** The format wants names of letters and digits. */
const folderOf = (name: string): string => name.replaceAll('-', '');

describe.skipIf(whyNoSandbox() !== null)('a package in the shape of', () => {
  let folder: string;
  const verified = new Map<string, Verified>();
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sandglass-examples-'));
    const names = Object.entries(examples);
    const paths = await Promise.all(
      names.map(([name, example]) => writeExample(folder, folderOf(name), example)),
    );
    // One start of the command and its slots for all.
    const { stdout } = await runCommand(['verify', '--json', ...paths]);
    for (const one of (JSON.parse(stdout) as { packages: Verified[] }).packages)
      verified.set(basename(one.path), one);
  }, 120_000);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it.for(Object.entries(examples).map(([name, example]) => [example.like, name] as const))(
    '%s (%s) is judged as its authors say, or refused with the reason',
    ([, name]) => {
      const example = examples[name];
      const found = verified.get(folderOf(name));
      if (example === undefined || found === undefined) throw new Error(`${name} is not there`);
      const { refused, verdicts = {}, complaints } = example;
      expect([...new Set(found.issues.map(({ code }) => code))].toSorted()).toEqual(complaints);
      if (refused !== undefined) {
        expect({ submissions: found.submissions }).toEqual({ submissions: [] });
        expect(found.error).toMatch(refused);
        return;
      }
      expect(found.error).toBeNull();
      // A host need not have SWI-Prolog; that the program is Prolog was seen.
      const judged = found.submissions.filter(
        ({ verdict, reason }) => verdict !== null || !reason.startsWith('no compiler for prolog '),
      );
      expect(judged.filter(({ ok }) => !ok)).toEqual([]);
      expect(judged.length).toBeGreaterThan(1);
      const exact = found.submissions.filter(({ path }) => path in verdicts);
      expect(Object.fromEntries(exact.map(({ path, verdict }) => [path, verdict]))).toEqual(verdicts);
    },
  );

  it('Kattis’ different has a .pl in Perl and one in Prolog', () => {
    const languages = new Map(
      verified.get('kattisgap')?.submissions.map(({ path, language }) => [path, language]),
    );
    expect(languages.get('submissions/accepted/gap.pl')).toBe('perl');
    expect(languages.get('submissions/accepted/prolog')).toBe('prolog');
  });
});
