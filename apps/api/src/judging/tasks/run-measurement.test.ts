import { measurementSchema, type Measurement } from '@sandglass/contracts';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { measurementColumns, measurementOfRow } from './run-measurement.ts';

const measurement: Measurement = {
  outcome: 'wall-limit',
  exitCode: null,
  signal: 9,
  cpuUs: 1_000,
  userUs: 900,
  systemUs: 100,
  wallUs: 5_000_000_000,
  gapUs: -3,
  setupUs: 20,
  teardownUs: 30,
  memoryBytes: 2 ** 40,
  runQueueUs: null,
  blockIoUs: 0,
  sleepUs: 1,
  coreWaitUs: 2,
  uninterruptibleUs: 3,
  idle: true,
  lastWait: 'read (pipe_read)',
  nearMemoryLimit: false,
  processLimitHit: null,
  fileSizeLimitHit: false,
  majorFaults: 4,
  voluntarySwitches: 5,
  involuntarySwitches: 6,
  processesPeak: null,
  stdoutBytes: 7,
  stderrBytes: 8,
};

describe('the measurement of a run in the database', () => {
  it('has a column for every figure of the contract, of a type that the schema has', () => {
    const schema = readFileSync(new URL('../../../../../prisma/schema.prisma', import.meta.url), 'utf8');
    const run = /^model Run \{\n([\s\S]*?)^\}/m.exec(schema)?.[1] ?? '';
    const types = { bool: 'Boolean', int: 'Int', int8: 'BigInt', text: 'String' };
    expect(measurementColumns.map(([name]) => name)).toHaveLength(
      Object.keys(measurementSchema.shape).length,
    );
    for (const [column, type] of measurementColumns) {
      const name = column.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
      expect(run, column).toMatch(new RegExp(`^  ${name} +${types[type]}\\??(?: |$)`, 'm'));
      if (name !== column) expect(run, column).toMatch(new RegExp(`^  ${name} .*@map\\("${column}"\\)`, 'm'));
    }
  });

  it('is read as it was written', () => {
    const row = Object.fromEntries(
      Object.entries(measurement).map(([figure, value], index) => {
        const [, type] = measurementColumns[index] ?? [];
        return [figure, type === 'int8' && typeof value === 'number' ? BigInt(value) : value];
      }),
    ) as unknown as Measurement;
    expect(measurementOfRow(row)).toEqual(measurement);
    expect(measurementColumns.map(([, , value]) => value(measurement))).toEqual(Object.values(measurement));
  });
});
