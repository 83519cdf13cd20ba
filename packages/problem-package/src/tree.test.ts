import { execFileSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { PackageFixture, codes, modern, refusalOf } from '../test/fixture.ts';
import { checkEntryName } from './entry-name.ts';
import { PackageError } from './issue.ts';
import { openPackage } from './index.ts';

const fixture = new PackageFixture();
afterAll(() => fixture.remove());

describe('a folder', () => {
  it('may have symbolic links to its own files and directories', async () => {
    const root = fixture.write(modern);
    symlinkSync('01.in', join(root, 'data/secret/02.in'));
    symlinkSync('../sample/1.ans', join(root, 'data/secret/02.ans'));
    symlinkSync('data', join(root, 'attachments'));
    const { problem } = await openPackage(root);
    expect(problem.testCases.map(({ name }) => name)).toEqual(['sample/1', 'secret/01', 'secret/02']);
    expect(problem.attachments.map(({ name }) => name)).toContain('secret/01.in');
  });

  it.each([
    ['absolutely', '/etc/passwd'],
    ['by climbing', '../../../../../../etc/passwd'],
    ['to nothing', 'gone'],
    ['to a sibling whose name begins alike', '../../../hourglass-two/secret.txt'],
  ])('is refused when a link leaves it %s', async (_how, target) => {
    const root = fixture.write(modern);
    symlinkSync(target, join(root, 'data/secret/02.in'));
    const [issue] = await refusalOf(openPackage(root));
    expect(issue).toMatchObject({ code: 'link-outside', file: 'data/secret/02.in' });
  });

  it('is refused when a link leads back into itself', async () => {
    const root = fixture.write(modern);
    symlinkSync('..', join(root, 'data/secret/up'));
    expect(await refusalOf(openPackage(root))).toMatchObject([{ code: 'link-loop', file: 'data/secret/up' }]);
  });

  it('is refused when it holds a named pipe', async () => {
    const root = fixture.write(modern);
    execFileSync('mkfifo', [join(root, 'data/secret/02.in')]);
    expect(codes(await refusalOf(openPackage(root)))).toEqual(['special-file']);
  });

  it('is refused when a name is not UTF-8', async () => {
    const root = fixture.write(modern);
    writeFileSync(
      Buffer.concat([Buffer.from(`${root}/data/secret/`), Buffer.from([0xff, 0x2e, 0x69, 0x6e])]),
      '1\n',
    );
    expect(codes(await refusalOf(openPackage(root)))).toEqual(['path-encoding']);
  });

  it('is refused when test data differ only in case, and warned of elsewhere', async () => {
    const clash = fixture.write({
      ...modern,
      'data/secret/A.in': '',
      'data/secret/A.ans': '',
      'data/secret/a.in': '',
      'data/secret/a.ans': '',
    });
    const issues = await refusalOf(openPackage(clash));
    expect(issues.map(({ code, file }) => [code, file])).toEqual([
      ['path-case', 'data/secret/a.ans'],
      ['path-case', 'data/secret/a.in'],
    ]);
    const harmless = await fixture.read({ ...modern, 'submissions/accepted/Good.cpp': '' });
    expect(codes(harmless.issues)).toEqual(['path-case-outside-data']);
  });

  it('is bounded like an archive', async () => {
    const root = fixture.write(modern);
    expect(codes(await refusalOf(openPackage(root, { bounds: { entries: 5 } })))).toEqual([
      'package-too-many-entries',
    ]);
    expect(codes(await refusalOf(openPackage(root, { bounds: { fileBytes: 10 } })))).toEqual([
      'package-file-too-large',
    ]);
    expect(codes(await refusalOf(openPackage(root, { bounds: { totalBytes: 100 } })))).toEqual([
      'package-too-large',
    ]);
  });

  it('has files with names the 2025-09 format forbids ignored, with a warning', async () => {
    const { problem, issues } = await fixture.read({
      ...modern,
      'data/secret/02 copy.in': '1\n',
      'data/secret/.03.in': '1\n',
    });
    expect(problem.testCases).toHaveLength(2);
    expect(issues.map(({ code, file }) => [code, file])).toEqual([
      ['path-ignored', 'data/secret/02 copy.in'],
    ]);
  });
});

describe('a name', () => {
  const part = fc.oneof(
    fc.constantFrom('..', '.', '', 'a', 'data', 'C:', '...', ' ', '\\', '\0'),
    fc.string({ maxLength: 8 }),
  );

  it('that passes never leaves the package and never changes when normalised', () => {
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), (parts) => {
        let path: string;
        try {
          path = checkEntryName(Buffer.from(parts.join('/')), 16);
        } catch (error) {
          expect(error).toBeInstanceOf(PackageError);
          return;
        }
        const root = '/root/package';
        expect(join(root, path)).toBe(`${root}/${path}`);
        expect(path).not.toMatch(/(^|\/)\.{0,2}(\/|$)|\\|^[A-Za-z]:/);
      }),
      { numRuns: 2000 },
    );
  });

  it('made of any bytes passes or is refused, never more', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        try {
          checkEntryName(Buffer.from(bytes), 16);
        } catch (error) {
          expect(error).toBeInstanceOf(PackageError);
        }
      }),
    );
  });
});
