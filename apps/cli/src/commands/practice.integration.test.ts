/** The practice problems of `samples/practice`, one of each kind, judged as their authors say. About 10 s. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkoutRoot } from '../platform/checkout.ts';
import { runCommand, whyNoSandbox } from '../testing/run-command.ts';

const folder = join(checkoutRoot, 'samples/practice');

interface VerifyJson {
  packages: {
    path: string;
    issues: unknown[];
    submissions: { path: string; expected: string[]; verdict: string | null; ok: boolean }[];
  }[];
}

describe.skipIf(whyNoSandbox() !== null)('the practice problems', () => {
  it('interactive, multi-pass and submit-answer, get the verdicts that their submissions claim', async () => {
    const packages = readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => join(folder, name));
    const { stdout } = await runCommand(['verify', '--json', ...packages]);
    const results = (JSON.parse(stdout) as VerifyJson).packages;
    expect(results.flatMap(({ issues }) => issues)).toEqual([]);
    const all = results.flatMap(({ submissions }) => submissions);
    expect(all.filter(({ ok }) => !ok)).toEqual([]);
    expect(all.length).toBeGreaterThanOrEqual(19);
    // Not TLE by its name: where a neighbour has the core, a burner may meet its wall limit first.
    const verdicts = new Set(all.map(({ verdict }) => verdict));
    for (const verdict of ['AC', 'RTE', 'WA', 'WTL']) expect(verdicts).toContain(verdict);
  }, 120_000);
});
