import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { createSlot } from '../src/index.ts';
import type { Slot } from '../src/index.ts';
import { cases } from './conformance/cases.ts';
import { buildPrograms, compilerMissing } from './conformance/programs.ts';
import { Workbench } from './conformance/workbench.ts';

const missing = process.getuid?.() === 0 ? await compilerMissing() : 'this needs root';
const name = 'the sandbox on this machine';

describe.skipIf(missing !== undefined)(missing === undefined ? name : `${name} (skipped: ${missing})`, () => {
  let folder: string;
  let slot: Slot;
  let bench: Workbench;

  beforeAll(async () => {
    folder = await buildPrograms();
    slot = await createSlot({ ordinal: 70 });
    // Other work shares the machine while tests run; the old-kernel machine, far slower, stretches bounds much more.
    bench = new Workbench({
      slot,
      programs: join(folder, 'programs'),
      scratch: join(folder, 'scratch'),
      slowness: 3,
    });
  });

  afterAll(async () => {
    await slot?.close();
    await rm(folder, { recursive: true, force: true });
  });

  it.each(cases)('$name', ({ check }) => check(bench));
});
