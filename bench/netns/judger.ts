/**
 * A judger of ours as a process of its own: slots on the CPUs of its arguments, and on every line with a number N it
 * lets the first N of them judge at the same time, and answers with the milliseconds it took.
 *
 *   judger.ts FOLDER FIRST-ORDINAL CPU,CPU,…      then lines "N JUDGINGS"
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createSlot, type Slot } from '@sandglass/sandbox';
import { compareOutput } from '@sandglass/validator';

const [folder = '.', first = '0', cpus = '0'] = process.argv.slice(2);
const own = join(folder, `outputs-${first}`);
await mkdir(own, { recursive: true });
const slots = await Promise.all(
  cpus
    .split(',')
    .map((cpu, i) => createSlot({ ordinal: Number(first) + i, uidBase: 63000, cpus: [Number(cpu)] })),
);

async function test(slot: Slot, name: string): Promise<void> {
  const outputPath = join(own, String(slot.ordinal));
  const result = await slot.run({
    argv: ['/program/a-plus-b'],
    program: { directory: join(folder, 'program') },
    stdin: { path: join(folder, `${name}.in`) },
    stdout: { path: outputPath, maxBytes: 1 << 20 },
    limits: { cpuUs: 1_000_000, wallUs: 10_000_000, memoryBytes: 256 << 20, processes: 16 },
  });
  const answerPath = join(folder, `${name}.ans`);
  const { accepted } = await compareOutput({ outputPath, answerPath, flags: [] });
  if (result.outcome !== 'exited' || !accepted) throw new Error(`a+b was not accepted: ${result.outcome}`);
}

for await (const line of createInterface({ input: process.stdin })) {
  const [count = 1, judgings = 1] = line.split(' ').map(Number);
  const began = performance.now();
  await Promise.all(
    slots.slice(0, count).map(async (slot) => {
      for (let i = 0; i < judgings; i++) {
        await test(slot, '1');
        await test(slot, '2');
      }
    }),
  );
  console.log((performance.now() - began).toFixed(3));
}
await Promise.all(slots.map((slot) => slot.close()));
