/**
 * What runs inside the machine with the old kernel: the core of the hostile suite, with the same invariants.
 *   guest.ts PROGRAMS    the folder that HostileFixture.build filled on the host
 * Prints one JSON object a line, a `HostileLine` each.
 */
import { chmod, cp, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createSlot } from '@sandglass/sandbox';
import { usualLimits } from './ending.ts';
import { oldKernelPrograms } from './manifest.ts';
import type { HostileProgram } from './model.ts';
import { letRun, type RunPlace } from './run.ts';
import { SlotShare } from './slot-share.ts';
import { Watch } from './watch.ts';
import { HostileFixture } from './fixture.ts';

export interface HostileLine {
  readonly kind: 'hostile';
  readonly file: string;
  readonly ms: number;
  readonly ending: string;
  readonly breaches: readonly string[];
  /** For the message of a failed test. */
  readonly detail: string;
}

/** Emulation, and other tests beside it. */
const slowness = 15;
const slotCount = 2;
const [built = ''] = process.argv.slice(2);

const fixture = await HostileFixture.open();
await cp(built, fixture.folder, { recursive: true });
for (const name of await readdir(join(fixture.folder, 'programs'))) {
  await chmod(join(fixture.folder, 'programs', name), 0o777);
}
const share = new SlotShare(await Promise.all(Array.from({ length: slotCount }, (_, i) => prepare(i))));
await Promise.all(oldKernelPrograms.filter(({ alone }) => alone !== true).map(check));
for (const program of oldKernelPrograms.filter(({ alone }) => alone === true)) await check(program);
await Promise.all(share.all.map(({ runPlace }) => runPlace.slot.close()));
await fixture.close();

async function prepare(ordinal: number): Promise<{ runPlace: RunPlace; watch: Watch }> {
  const slot = await createSlot({ ordinal, cpus: [ordinal] });
  const work = { path: join(fixture.folder, `work-${String(ordinal)}`) };
  await mkdir(work.path);
  const runPlace = { fixture, slot, work };
  return { runPlace, watch: await Watch.start({ ...runPlace, slowness }) };
}

async function check(program: HostileProgram): Promise<void> {
  await share.use(async ({ runPlace, watch }) => {
    const began = performance.now();
    const before = await watch.before(program);
    const started = performance.now();
    const done = await letRun(
      runPlace,
      program,
      { argv: ['/program/program'], env: fixture.environment },
      limitsOf(program),
    ).catch((error: unknown) => ({ ending: 'error', out: '', detail: String(error), allowedUs: 0 }));
    const elapsedUs = (performance.now() - started) * 1000;
    const breaches = await watch.after(program, before, { ...done, elapsedUs });
    const line: HostileLine = {
      kind: 'hostile',
      file: program.file,
      ms: Math.round(performance.now() - began),
      ending: done.ending,
      breaches: [
        ...breaches.map(([invariant, what]) => `${invariant}: ${what}`),
        ...done.out.split('\n').filter((text) => text.startsWith('BREACH')),
      ],
      detail: done.detail.slice(0, 2000),
    };
    process.stdout.write(`${JSON.stringify(line)}\n`);
  });
}

/** A program that must come to another end than that of its time gets the time for it. */
function limitsOf({ limits, expect }: HostileProgram) {
  const all = { ...usualLimits, ...limits };
  const factor = expect.some((ending) => /^(cpu|wall)-limit$/.test(ending)) ? 2 : slowness;
  return { ...all, cpuUs: all.cpuUs * factor, wallUs: all.wallUs * factor };
}
