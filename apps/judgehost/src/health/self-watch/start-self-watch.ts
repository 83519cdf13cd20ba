import { join } from 'node:path';
import type { HostReport } from '@sandglass/contracts';
import type { Log } from '../../platform/log.ts';
import type { SlotPool } from '../../slots/slot-pool.ts';
import { BaselineFile } from './baseline-file.ts';
import { SelfWatch } from './self-watch.ts';
import { Calibration } from './calibration.ts';

export interface SelfWatchParts {
  readonly pool: SlotPool;
  /** The calibration program; undefined: the host does not watch itself with it. */
  readonly program: string | undefined;
  readonly dataFolder: string;
  readonly readReport: () => Promise<HostReport>;
  readonly onAllowed: () => void;
  readonly log: Log;
}

/** Calibrates the slots, by the baselines of this very machine where they are known, and watches from then on. */
export async function startSelfWatch(parts: SelfWatchParts): Promise<SelfWatch> {
  const { pool, program, onAllowed, log } = parts;
  const calibration = program === undefined ? null : await calibrationOf(program, parts);
  const watch = new SelfWatch({ pool, calibration, onAllowed, log });
  await watch.calibrate();
  watch.start();
  return watch;
}

async function calibrationOf(
  program: string,
  { pool, dataFolder, readReport }: SelfWatchParts,
): Promise<Calibration> {
  const { cpuModel, kernel, cpus } = await readReport();
  const places = pool.states().map(({ ordinal, cpus: own }) => `${String(ordinal)}: ${own.join(',')}`);
  const file = new BaselineFile(join(dataFolder, 'calibration.json'), [
    cpuModel,
    kernel,
    cpus.summary,
    ...places,
    // What was measured slot by slot is lower.
    'all at once',
  ]);
  return new Calibration(program, await file.read(), (baselines) => file.write(baselines));
}
