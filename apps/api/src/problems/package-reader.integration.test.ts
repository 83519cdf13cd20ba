import { readdirSync } from 'node:fs';
import { mkdtempDisposable, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { expect, it } from 'vitest';
import { packageFiles } from '../testing/package-zip.ts';
import type { TestEnvironment } from '../testing/test-environment.ts';
import { withTestEnvironment } from '../testing/test-environment.ts';
import { PackageReader } from './package-reader.ts';

let environment: TestEnvironment;
withTestEnvironment(async (made) => {
  environment = made;
});

/** Just below the bound, and as costly as a YAML file of this size can be: each line another key. */
function costlyPackage(): Record<string, string> {
  const files = packageFiles('costly');
  const keys = Array.from({ length: 70_000 }, (_, index) => `key${index}: 1\n`).join('');
  return { ...files, 'problem.yaml': `${files['problem.yaml'] ?? ''}${keys}`.slice(0, 1024 * 1024) };
}

it('the api goes on answering while it reads a package of the costliest kind', async () => {
  const costly = costlyPackage();
  // What the first import of a process loads is no part of it.
  await environment.api.importPackage('ordinary');
  const delays = monitorEventLoopDelay({ resolution: 5 });
  const before = performance.now();
  delays.enable();
  const importing = environment.api.importPackage('costly', costly);
  const first = await Promise.race([environment.api.get('/api/health'), importing]);
  expect(first.status).toBe(200);
  const answer = await importing;
  delays.disable();
  const tookMs = performance.now() - before;
  expect([answer.status, answer.body.code]).toEqual([422, 'PROBLEM_PACKAGE_INVALID']);
  // On the loop itself, the reading of this YAML is most of the import, and one step.
  expect(delays.max / 1e6).toBeLessThan(tookMs / 4);
});

it.each([
  ['time', { timeMs: 1 }, '0.001 s'],
  ['memory', { memoryMiB: 16 }, '16 MiB of memory'],
])(
  'an import that takes more %s than it may is answered so, and leaves nothing',
  async (what, bounds, limit) => {
    const api = await environment.anotherApi(`small-${what}`, { packageReading: bounds });
    const answer = await api.importPackage('costly', costlyPackage());
    expect([answer.status, answer.body.code]).toEqual([422, 'PROBLEM_PACKAGE_TOO_COSTLY']);
    expect(answer.body.detail).toContain(limit);
    expect(readdirSync(join(environment.services.folder, `small-${what}`, 'imports'))).toEqual([]);
    expect((await api.get('/api/health')).status).toBe(200);
  },
);

it('what cannot be read does not block what comes next', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'sandglass-test-'));
  const reader = new PackageReader();
  const what = { path: join(folder.path, 'missing.zip'), shortName: 'missing', temporaryFolder: folder.path };
  const [first, second] = await Promise.all([reader.read(what), reader.read(what)]);
  expect(first).toMatchObject({ kind: 'refused', issues: [{ code: 'package-not-found' }] });
  expect(second).toEqual(first);
  expect(await readdir(folder.path)).toEqual([]);
});
