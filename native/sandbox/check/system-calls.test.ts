import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { argumentSteps, callsManual, documentedCalls, systemCalls } from './system-calls.ts';

/** The newest number that the kernel's table has, of both instruction sets. */
const newest = 471;
const header = '/usr/include/x86_64-linux-gnu/asm/unistd_64.h';

describe('the table of system calls', async () => {
  const calls = await systemCalls();
  const steps = await argumentSteps();

  it('judges every number of the kernel’s newest table, none of them twice', () => {
    const numbers = (of: 'x64' | 'arm64') => calls.flatMap((call) => call[of] ?? []).sort((a, b) => a - b);
    // Between the old numbers and 424 nothing was ever given out, so that all instruction sets go on together.
    const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
    expect(numbers('x64')).toEqual([...range(0, 336), ...range(424, newest)]);
    // 244 to 259 are each instruction set's own; this one has none.
    expect(numbers('arm64')).toEqual([
      ...range(0, 41),
      ...range(42, 243),
      ...range(260, 294),
      ...range(424, newest),
    ]);
  });

  it.skipIf(!existsSync(header))('has the numbers of this machine’s headers', async () => {
    const text = await readFile(header, 'utf8');
    const known = [...text.matchAll(/^#define __NR_(\w+) (\d+)$/gm)];
    expect(known.length).toBeGreaterThan(300);
    const ours = new Map(calls.map(({ name, x64 }) => [name, x64]));
    for (const [, name = '', number] of known) expect([name, ours.get(name)]).toEqual([name, Number(number)]);
  });

  it('has what to look at for every call that goes by its arguments, and nothing else', () => {
    const named = calls.flatMap(({ rule }) => /^filtered\((\w+)\)$/.exec(rule)?.[1] ?? []);
    expect([...new Set(steps.map(({ filter }) => filter))].sort()).toEqual([...new Set(named)].sort());
  });

  it('is the one of the manual', async () => {
    const manual = await readFile(callsManual, 'utf8');
    expect(await documentedCalls(manual), 'run: node native/sandbox/check/system-calls.ts').toBe(manual);
  });
});
