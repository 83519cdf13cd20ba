import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { toolsForChecks } from './check-tools.ts';
import { obstacle } from './harness.ts';

const run = promisify(execFile);
const folder = fileURLToPath(new URL('..', import.meta.url));

describe.skipIf(obstacle !== undefined)('the native protocol, under ASan and UBSan', () => {
  // 12 s of fuzzing, and 15 s of compiling the first time (sanitized.integration.test.ts shares most of it).
  it('survives random and mutated requests with descriptors of every kind, and leaves nothing behind', async () => {
    await toolsForChecks();
    const seed = String(process.pid);
    const { stdout } = await run(`${folder}check/fuzz.sh`, ['12', seed], { maxBuffer: 1 << 24 }).catch(
      (error: unknown) => {
        throw new Error(`seed ${seed}: ${(error as { stdout?: string }).stdout ?? String(error)}`);
      },
    );
    expect(stdout).toMatch(/^decode: \d+ inputs known/m);
    expect(Number(/^(\d+) conversations$/m.exec(stdout)?.[1]), stdout).toBeGreaterThan(0);
  }, 900_000);
});
