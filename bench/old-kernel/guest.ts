/**
 * What runs inside the machine with the old kernel: the same short runs through the pooled sandbox and in the old
 * way, in turns. Prints one JSON object a line, a `Measurement` each.
 */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createSlot, SandboxError } from '@sandglass/sandbox';
import type { RunSpec, Slot } from '@sandglass/sandbox';
import { allWays } from './measurement.ts';
import type { Measurement, Way } from './measurement.ts';

const run = promisify(execFile);
const ipcAllowance = '/proc/sys/user/max_ipc_namespaces';
const [rounds = 0, churnRuns = 0, burnMs = 0, quotaRuns = 0, quota = 0] = process.argv.slice(2).map(Number);
const slotCount = 2;

type Turn = Omit<Measurement, 'way' | 'phase' | 'live'>;

const measure: Readonly<Record<Way, (phase: Measurement['phase']) => Promise<Turn>>> = {
  bare: (phase) => natively('bare', phase),
  pooled,
  // Under the quota it is quickness that counts, so nothing slows the making of IPC namespaces down.
  fresh: (phase) => natively(phase === 'quota' ? 'ipc' : 'fresh', phase),
};
const shape: Readonly<Record<Measurement['phase'], { readonly runs: number; readonly burnMs: number }>> = {
  churn: { runs: churnRuns, burnMs },
  quota: { runs: quotaRuns, burnMs: 0 },
};

const unlimited = await readFile(ipcAllowance, 'utf8');
const slots = await Promise.all([...Array(slotCount).keys()].map((ordinal) => createSlot({ ordinal })));
await pooled('quota');
for (let round = 0; round < rounds; round++) await takeTurns('churn');
await writeFile(ipcAllowance, String(quota));
await takeTurns('quota');
await writeFile(ipcAllowance, unlimited);
await Promise.all(slots.map((slot) => slot.close()));

async function takeTurns(phase: Measurement['phase']): Promise<void> {
  for (const way of allWays) {
    await untilFreed();
    const measured = await measure[way](phase);
    process.stdout.write(`${JSON.stringify({ way, phase, live: await live(), ...measured })}\n`);
  }
}

async function pooled(phase: Measurement['phase']): Promise<Turn> {
  const spec: RunSpec = {
    argv: ['/program/burn', String(shape[phase].burnMs)],
    program: { directory: '/programs' },
    limits: { cpuUs: 10e6, wallUs: 60e6, memoryBytes: 64 << 20, processes: 16 },
  };
  const gapUs: number[] = [];
  let enospc = 0;
  let failed = 0;
  const began = performance.now();
  const perSlot = async (slot: Slot): Promise<void> => {
    for (let i = 0; i < shape[phase].runs / slots.length; i++) {
      try {
        const result = await slot.run(spec);
        if (result.outcome === 'exited') gapUs.push(result.wallUs - result.cpuUs);
        else failed += 1;
      } catch (error) {
        if (error instanceof SandboxError && error.errno === 28) enospc += 1;
        else failed += 1;
      }
    }
  };
  await Promise.all(slots.map(perSlot));
  return { gapUs, elapsedMs: performance.now() - began, enospc, failed };
}

async function natively(way: 'bare' | 'ipc' | 'fresh', phase: Measurement['phase']): Promise<Turn> {
  const words = [
    way,
    String(shape[phase].runs),
    String(slotCount),
    '/programs/burn',
    String(shape[phase].burnMs),
  ];
  const { stdout } = await run('/programs/old-way', words, { maxBuffer: 1 << 24 });
  return JSON.parse(stdout) as Turn;
}

async function live(): Promise<Measurement['live']> {
  const { stdout } = await run('/programs/live-namespaces');
  return JSON.parse(stdout) as Measurement['live'];
}

/** Neither way may begin with what the other left to the kernel to free. */
async function untilFreed(): Promise<void> {
  for (let i = 0; i < 100; i++) {
    const { ipc, net } = await live();
    if (ipc <= slotCount + 1 && net <= slotCount + 1) return;
    await delay(200);
  }
}
