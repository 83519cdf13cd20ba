/** The measurement of a run in the table `run`: the column of each figure, written and read. */
import { measurementFigures, type Measurement } from '@sandglass/contracts';
import { storableText } from '../../platform/database/storable-text.ts';

/** The type of each figure's column, whose name is that of the figure in snake case. */
const columnTypes: Readonly<Record<keyof Measurement, 'bool' | 'int' | 'int8' | 'text'>> = {
  outcome: 'text',
  exitCode: 'int',
  signal: 'int',
  cpuUs: 'int8',
  userUs: 'int8',
  systemUs: 'int8',
  wallUs: 'int8',
  gapUs: 'int8',
  setupUs: 'int8',
  teardownUs: 'int8',
  memoryBytes: 'int8',
  runQueueUs: 'int8',
  blockIoUs: 'int8',
  sleepUs: 'int8',
  coreWaitUs: 'int8',
  uninterruptibleUs: 'int8',
  idle: 'bool',
  lastWait: 'text',
  nearMemoryLimit: 'bool',
  processLimitHit: 'bool',
  fileSizeLimitHit: 'bool',
  majorFaults: 'int8',
  voluntarySwitches: 'int8',
  involuntarySwitches: 'int8',
  processesPeak: 'int',
  stdoutBytes: 'int8',
  stderrBytes: 'int8',
};

/** To be written: the column, its type, and the value. */
export const measurementColumns = measurementFigures.map((figure) => {
  const value = (run: Measurement): unknown => {
    const measured = run[figure];
    return typeof measured === 'string' ? storableText(measured) : measured;
  };
  return [
    figure.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    columnTypes[figure],
    value,
  ] as const;
});

/** @param row of Prisma, where large numbers are bigints */
export function measurementOfRow(row: Readonly<Record<keyof Measurement, unknown>>): Measurement {
  const figures = measurementFigures.map((figure) => {
    const stored = row[figure];
    return [figure, typeof stored === 'bigint' ? Number(stored) : stored] as const;
  });
  return Object.fromEntries(figures) as unknown as Measurement;
}
