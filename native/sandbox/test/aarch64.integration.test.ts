/** The native sandbox is written for two processors; the other one is at least compiled. */
import { execFile, execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const run = promisify(execFile);
const compiler = process.env['SANDGLASS_AARCH64_CXX'] ?? 'aarch64-linux-gnu-g++';
const core = join(import.meta.dirname, '../core');

function reasonToSkip(): string | undefined {
  try {
    execFileSync(compiler, ['--version'], { stdio: 'ignore' });
    return undefined;
  } catch {
    return `no ${compiler} (Debian: g++-aarch64-linux-gnu)`;
  }
}

const missing = reasonToSkip();
if (missing !== undefined) console.warn(`the check for aarch64 is skipped: ${missing}`);

describe.skipIf(missing !== undefined)('on aarch64', () => {
  it('every part of the native sandbox compiles without a warning', { timeout: 300_000 }, async () => {
    const sources = readdirSync(core, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.cc'),
    );
    expect(sources.length).toBeGreaterThan(30);
    const flags = [
      '-std=c++20',
      '-Wall',
      '-Wextra',
      '-Werror',
      '-fno-strict-aliasing',
      '-fsyntax-only',
      `-I${core}`,
    ];
    // Two compilers, on two cores.
    const halves = [0, 1].map((half) => sources.filter((_, i) => i % 2 === half));
    await Promise.all(
      halves.map((half) => run(compiler, [...flags, ...half.map((name) => join(core, name))])),
    );
  });
});
