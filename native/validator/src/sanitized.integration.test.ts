import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { buildValidator } from './built.ts';
import { referenceAccepts } from './reference.ts';

const { missing } = buildValidator('sanitized');
if (missing !== null) console.warn(`skipped: the sanitized default-validator (${missing})`);

const program = fileURLToPath(new URL('../build/sanitized/default-validator', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'sandglass-validator-'));
const answerPath = join(folder, 'answer');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Exit status 42 or 43 and nothing on standard error: any report of a sanitizer is something else. */
function verdict(output: Buffer, answer: Buffer, flags: readonly string[]): number | null {
  writeFileSync(answerPath, answer);
  const run = spawnSync(program, ['/dev/null', answerPath, `${folder}/`, ...flags], {
    input: output,
    encoding: 'utf8',
  });
  expect(run.stderr).toBe('');
  return run.status;
}

const buffer = 256 * 1024;

describe.skipIf(missing !== null)('with address and undefined-behaviour checks', () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 60 }),
    fc.array(fc.constantFrom(...Buffer.from('0123456789.+-eE \n\t\0aA\xff', 'latin1')), { maxLength: 60 }),
  );
  const flags = fc.constantFrom<[string[], number | null, boolean]>(
    [[], null, false],
    [['float_tolerance', '1e-3'], 1e-3, false],
    [['space_change_sensitive'], null, true],
    [['space_change_sensitive', 'float_tolerance', '0.5'], 0.5, true],
  );

  it('any bytes against any bytes get a verdict, the reference’s', { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(bytes, bytes, fc.boolean(), flags, (first, second, alike, [list, tolerance, strict]) => {
        const answer = Buffer.from(first);
        const output = alike ? Buffer.concat([Buffer.from(second), answer]) : Buffer.from(second);
        const right = referenceAccepts(output, answer, {
          caseSensitive: false,
          spaceChangeSensitive: strict,
          absolute: tolerance,
          relative: tolerance,
        });
        expect(verdict(output, answer, list)).toBe(right ? 42 : 43);
      }),
      { numRuns: 250 },
    );
  });

  it(
    'files whose tokens and white space end just before, at and behind the buffers’ ends',
    { timeout: 120_000 },
    () => {
      for (const at of [buffer - 1, buffer, buffer + 1, 2 * buffer]) {
        for (const tail of ['', '\n', '1.5', ' 1.5\n']) {
          for (const lead of ['7 ', 'a', ' ']) {
            const body = Buffer.from(lead.repeat(Math.ceil(at / lead.length)).slice(0, at) + tail);
            expect(verdict(body, body, ['float_tolerance', '1'])).toBe(42);
            const shifted = Buffer.concat([Buffer.from(' '), body]);
            expect(verdict(shifted, body, [])).toBe(42);
            expect(verdict(shifted, body, ['space_change_sensitive'])).toBe(43);
          }
        }
      }
    },
  );
});
