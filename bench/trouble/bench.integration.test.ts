/** The short form: a frozen judgehost and tasks stuck in the kernel, on a real stack that judges. About 50 s, mostly waiting. */
import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bench } from './bench.ts';

const missing =
  process.getuid?.() !== 0 ? 'needs root' : existsSync('/dev/fuse') ? null : 'there is no /dev/fuse';
const name = 'a judgehost made sick while it judges';

describe.skipIf(missing !== null)(missing === null ? name : `${name} (skipped: ${missing})`, () => {
  it('rings when it stands still and when tasks are stuck in the kernel, and is quiet again afterwards', async () => {
    const lines: string[] = [];
    const { rows } = await bench.run({ quick: true, progress: (line) => lines.push(line) });
    const rang = rows.map((row) => [row['trouble'], String(row['rang']).split(':')[0]]);
    expect(rang, lines.join('\n')).toEqual([
      ['frozen', 'silent-host'],
      ['stuck', 'd-state'],
    ]);
  }, 300_000);
});
