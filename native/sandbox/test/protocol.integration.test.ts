import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { obstacle } from './harness.ts';

const run = promisify(execFile);
const folder = fileURLToPath(new URL('..', import.meta.url));

describe.skipIf(obstacle !== undefined)('the native request decoder, under ASan and UBSan', () => {
  it('refuses every prefix of a request, and never reads outside random and mutated ones', async () => {
    await run(`${folder}build.sh`, ['sanitize']);
    const { stdout } = await run(`${folder}build/decode-check`, ['3', String(process.pid)]);
    expect(Number.parseInt(stdout, 10)).toBeGreaterThan(1000);
  }, 180_000);
});
