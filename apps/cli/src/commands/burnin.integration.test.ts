import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BurnInReport } from '../burnin/report.ts';
import { checkoutRoot } from '../platform/checkout.ts';
import { runCommand, whyNoSandbox } from '../testing/run-command.ts';

let folder: string;
let env: NodeJS.ProcessEnv;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sandglass-burnin-'));
  await mkdir(join(folder, 'tmp'));
  env = { ...process.env, TMPDIR: join(folder, 'tmp') };
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

/** What the command keeps in its temporary folder. */
function leavings(): Promise<string[]> {
  return readdir(join(folder, 'tmp'));
}

/** About 6 s together. */
describe.skipIf(whyNoSandbox() !== null)('./sandglass burnin', () => {
  it('runs for the time asked, writes JSON and a picture, recommends, and leaves nothing behind', async () => {
    const [json, svg] = [join(folder, 'burnin.json'), join(folder, 'burnin.svg')];
    const { status, stdout, stderr } = await runCommand(
      ['burnin', '--minutes', '0.05', '--slots', '1', '--json', json, '--svg', svg],
      { env },
    );
    // A busy machine is rated poor, and that is status 1: only the words may differ.
    expect([0, 1], stderr).toContain(status);
    expect(stdout).toMatch(/wall-time limit: .* × CPU limit \+ .* s[^]*because\n {2}- /);
    const report = JSON.parse(await readFile(json, 'utf8')) as BurnInReport;
    expect(report).toMatchObject({
      interrupted: false,
      slots: [{ ordinal: 0, failures: 0, rebuilds: 0, lastFailure: null }],
      total: { failures: 0 },
      recommendation: { slots: 1, rating: expect.stringMatching(/^(sound|watch|poor)$/) },
    });
    expect(report.total.runs).toBeGreaterThan(0);
    expect(report.slots[0]?.compilations).toBeGreaterThan(0);
    expect(report.minutes).toBeGreaterThanOrEqual(0.05);
    expect(report.points.length).toBeGreaterThan(0);
    expect(report.recommendation.wallFactor).toBeGreaterThanOrEqual(2);
    expect(await readFile(svg, 'utf8')).toMatch(/^<svg [^]*<\/svg>\n$/);
    expect(await leavings()).toEqual([]);
  });

  it('ends in order on Ctrl-C, with what it has', async () => {
    const child = spawn(
      join(checkoutRoot, 'node_modules/.bin/node'),
      [
        join(checkoutRoot, 'apps/cli/src/main.ts'),
        'burnin',
        '--minutes',
        '10',
        '--slots',
        '1',
        '--json',
        '-',
      ],
      { stdio: ['ignore', 'pipe', 'pipe'], env },
    );
    const [stdout, errors, closed] = [text(child.stdout), text(child.stderr), once(child, 'close')];
    // Its work folder is the sign that it has begun; the handler is there before that.
    while ((await leavings()).length === 0 && child.exitCode === null) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    child.kill('SIGINT');
    const [status] = (await closed) as [number | null];
    expect([0, 1], await errors).toContain(status);
    const report = JSON.parse(await stdout) as BurnInReport;
    expect(report.interrupted).toBe(true);
    expect(report.minutes).toBeLessThan(10);
    expect(await leavings()).toEqual([]);
  });

  it.each([
    [['--minutes', '0'], '--minutes must be'],
    [['--minutes', 'long'], '--minutes must be'],
    [['--slots', '0'], '--slots must be'],
  ])('refuses %j and says what would be right', async (words, message) => {
    const { status, stderr } = await runCommand(['burnin', ...words]);
    expect(status).toBe(2);
    expect(stderr).toContain(message);
  });
});
