/** What starts a service in a container: as process 1 of a namespace of its own, as there. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { checkoutRoot, waitFor } from '@sandglass/testing';
import { afterEach, describe, expect, it } from 'vitest';

const missing = process.getuid?.() === 0 ? null : 'needs root';
const name = 'a service in a container';
const watch = join(import.meta.dirname, 'index.ts');

let container: ChildProcess | undefined;
afterEach(() => {
  container?.kill('SIGKILL');
  container = undefined;
});

/** @returns the pid of process 1, as it is out here, and its lines */
async function start(program: string): Promise<{ init: number; lines: string[]; ended: Promise<unknown[]> }> {
  const service = [process.execPath, '--input-type=module', '-e', program];
  container = spawn(
    'unshare',
    ['--pid', '--fork', '--mount-proc', join(checkoutRoot, 'scripts/container/as-child.sh'), ...service],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const ended = once(container, 'exit');
  const lines: string[] = [];
  createInterface({ input: container.stdout ?? process.stdin }).on('line', (line) => lines.push(line));
  await waitFor('the service to run', () => Promise.resolve(lines.includes('running')));
  return { init: childOf(container.pid ?? 0), lines, ended };
}

function childOf(pid: number): number {
  return Number(readFileSync(`/proc/${String(pid)}/task/${String(pid)}/children`, 'utf8').split(' ')[0]);
}

describe.skipIf(missing !== null)(missing === null ? name : `${name} (skipped: ${missing})`, () => {
  it('ends the container when its event loop hangs, and says why', async () => {
    const { lines, ended } = await start(
      `import { watchLoop } from ${JSON.stringify(watch)};
       watchLoop({ logLine: { service: 'x' } });
       console.log('running');
       setTimeout(function hang() { for (;;); }, 300);`,
    );
    expect(await ended).toEqual([137, null]);
    expect(lines.join('\n')).toMatch(
      /ends itself to be started again: its event loop was blocked for .* in hang /,
    );
  });

  it('ends the container when it is stopped by a signal', async () => {
    const { init, ended } = await start(`console.log('running'); setInterval(() => {}, 1000);`);
    process.kill(childOf(init), 'SIGSTOP');
    expect(await ended).toEqual([137, null]);
  });

  it('is asked to stop when the container is', async () => {
    const { init, lines, ended } = await start(
      `process.on('SIGTERM', () => { console.log('stopping'); process.exit(0); });
       console.log('running'); setInterval(() => {}, 1000);`,
    );
    process.kill(init, 'SIGTERM');
    await ended;
    await waitFor('its last words', () => Promise.resolve(lines.includes('stopping')));
  });
});
