import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepRunning } from './keep-running.ts';

let folder = '';
let log = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sandglass-keep-'));
  log = join(folder, 'log');
  vi.spyOn(console, 'error').mockReturnValue();
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Notes why it was started, then does what the program says. */
async function run(program: string): Promise<{ status: number; starts: unknown[] }> {
  const note = `const fs = require('node:fs');
    fs.appendFileSync(process.env.LOG, (process.env.SANDGLASS_RESTARTED_BECAUSE ?? 'null') + '\\n');
    const starts = fs.readFileSync(process.env.LOG, 'utf8').trim().split('\\n').length;`;
  const status = await keepRunning(process.execPath, ['-e', `${note}${program}`], { LOG: log });
  const starts = readFileSync(log, 'utf8').trim().split('\n');
  return { status, starts: starts.map((line) => JSON.parse(line) as unknown) };
}

describe('a judgehost in the foreground', () => {
  it('is started again when a signal ended it, and knows why', async () => {
    const { status, starts } = await run(
      `if (starts === 1) process.kill(process.pid, 'SIGKILL'); else process.exit(3);`,
    );
    expect(status).toBe(3);
    expect(starts).toEqual([null, { at: expect.any(String), why: 'SIGKILL' }]);
  });

  it('is started again with the reason it gave before it ended itself', async () => {
    const { starts } = await run(
      `if (starts > 1) process.exit(0);
       fs.writeSync(3, 'beat\\nhung its event loop was blocked for 5.1 s\\n');
       process.kill(process.pid, 'SIGKILL');`,
    );
    expect(starts.at(-1)).toMatchObject({ why: 'its event loop was blocked for 5.1 s' });
  });

  it('is not started again when it ended by itself', async () => {
    expect(await run(`process.exit(2);`)).toEqual({ status: 2, starts: [null] });
  });

  it('leaves no listener behind', async () => {
    const before = process.listenerCount('SIGTERM');
    await run(`process.exit(0);`);
    expect(process.listenerCount('SIGTERM')).toBe(before);
  });
});
