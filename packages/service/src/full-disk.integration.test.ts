/** Real processes on a real disk that has no byte left: a tmpfs of 1 MiB. */
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ManagedProcess } from '@sandglass/local-services';
import { waitFor } from '@sandglass/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const missing = process.getuid?.() === 0 ? null : 'needs root';
const name = 'a process whose log is on a full disk';

let disk = '';
let service: ManagedProcess | undefined;

/** Writes a line for every request, as the services do. */
const program = `
import { createServer } from 'node:http';
import { LogSink, watchLoop } from ${JSON.stringify(join(import.meta.dirname, 'index.ts'))};
const sink = new LogSink({ onRecovered: (dropped) => JSON.stringify({ dropped }) + '\\n' });
process.on('exit', () => sink.flushAtExit());
watchLoop({ logLine: {} });
const server = createServer((request, response) => {
  sink.write(JSON.stringify({ url: request.url, more: 'x'.repeat(2000) }) + '\\n');
  response.end(String(sink.dropped));
});
server.listen(0, '127.0.0.1', () => sink.write(JSON.stringify({ port: server.address().port }) + '\\n'));
process.on('SIGTERM', async () => {
  sink.write('{"msg":"stopping"}\\n');
  await sink.flush(300);
  process.exit(0);
});
`;

beforeEach(() => {
  if (missing !== null) return;
  disk = mkdtempSync(join(tmpdir(), 'sandglass-full-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk]);
});
afterEach(async () => {
  await service?.stop();
  service = undefined;
  if (disk === '') return;
  execFileSync('umount', [disk]);
  rmSync(disk, { recursive: true });
  disk = '';
});

const lines = (): string[] => readFileSync(join(disk, 'service.log'), 'utf8').split('\n').filter(Boolean);

/** @returns asks the service, which answers with the lines it has dropped */
async function start(): Promise<() => Promise<number>> {
  const file = join(disk, 'service.ts');
  writeFileSync(file, program);
  service = await ManagedProcess.start({
    name: 'service',
    command: process.execPath,
    args: [file],
    logFile: join(disk, 'service.log'),
    heartbeat: true,
  });
  let port = 0;
  await waitFor('the service to listen', () => {
    port = (JSON.parse(lines()[0] ?? '{"port":0}') as { port: number }).port;
    return Promise.resolve(port > 0);
  });
  return async () => Number(await (await fetch(`http://127.0.0.1:${String(port)}/`)).text());
}

function fill(): void {
  for (let chunk = 4096; chunk >= 1;) {
    try {
      appendFileSync(join(disk, 'filling'), 'x'.repeat(chunk));
    } catch {
      chunk = chunk === 1 ? 0 : 1;
    }
  }
}

describe.skipIf(missing !== null)(missing === null ? name : `${name} (skipped: ${missing})`, () => {
  it('goes on answering, counts what it cannot write, and says so when there is room again', async () => {
    const ask = await start();
    fill();
    expect(statfsSync(disk).bavail).toBe(0);
    await waitFor('lines to be dropped', async () => (await ask()) > 5);
    const dropped = await ask();
    rmSync(join(disk, 'filling'));
    await waitFor('the count to be written', async () => {
      await ask();
      return lines().some((line) => line.startsWith('{"dropped":'));
    });
    const reported = lines().flatMap((line) =>
      line.startsWith('{"dropped":') ? [(JSON.parse(line) as { dropped: number }).dropped] : [],
    );
    expect(reported.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(dropped);
    // A torn line is a line of its own.
    expect(lines().at(-1)).toMatch(/^\{.*\}$/);
  });

  it('ends when it is asked to, though its last words cannot be written', async () => {
    const ask = await start();
    fill();
    await ask();
    process.kill(service?.identity.pid ?? 0, 'SIGTERM');
    expect(await service?.ended).toEqual({ code: 0, signal: null });
  });
});
