/** The clocks of the database, the api and a judgehost are set, forward and back, while teams submit. */
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkoutRoot, startStack, waitFor, type TestStack } from '@sandglass/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lasting, outage } from '../support/outage.ts';

const library = ['x86_64', 'aarch64']
  .map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketime.so.1`)
  .find((path) => existsSync(path));
const clocks = ['database', 'api', 'judgehost'] as const;
const cases = clocks.flatMap((clock) => [
  { clock, minutes: 60, way: 'forward' },
  { clock, minutes: -60, way: 'back' },
]);
const offMs = 5_000;

let stack: TestStack;
let folder: string;

/** Of the service's own kind: libfaketime's words, or ms. */
function set(clock: (typeof clocks)[number], minutes: number): void {
  const text =
    clock === 'database'
      ? `${minutes < 0 ? '-' : '+'}${String(Math.abs(minutes))}m`
      : String(minutes * 60_000);
  writeFileSync(join(folder, clock), `${text}\n`);
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sandglass-clocks-'));
  chmodSync(folder, 0o755);
  for (const clock of clocks) set(clock, 0);
  const shifted = (clock: (typeof clocks)[number]): Record<string, string> => ({
    NODE_OPTIONS: `--import ${join(checkoutRoot, 'e2e/support/shift-clock.ts')}`,
    SANDGLASS_TEST_CLOCK: join(folder, clock),
  });
  stack = await startStack({
    problems: ['sum'],
    slots: 1,
    durable: true,
    unthrottled: true,
    // An hour earlier it has begun too.
    minutesEarlier: 60,
    apiSettings: shifted('api'),
    judgehostSettings: shifted('judgehost'),
    ...(library === undefined
      ? {}
      : {
          postgresSettings: {
            LD_PRELOAD: library,
            FAKETIME_TIMESTAMP_FILE: join(folder, 'database'),
            FAKETIME_NO_CACHE: '1',
            FAKETIME_DONT_FAKE_MONOTONIC: '1',
          },
        }),
  });
});
afterAll(async () => {
  await stack?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function alarmRaised(): Promise<boolean> {
  const alarms = await stack.admin.openAlarms().catch(() => []);
  return alarms.some(({ rule }) => rule === 'database-clock');
}

describe('a clock that is set', () => {
  for (const { clock, minutes, way } of cases) {
    const missing =
      clock === 'database' && library === undefined ? ' (skipped: libfaketime is not installed)' : '';
    it.skipIf(missing !== '')(
      `of the ${clock}, ${way}, and set right again: nothing is lost${missing}`,
      async () => {
        const { refused } = await outage(
          stack,
          `the ${clock}’s clock ${String(minutes)} minutes off`,
          async () => {
            set(clock, minutes);
            // The first: later the alarm of the one before may still be raised.
            if (clock === 'database' && minutes > 0) await waitFor('the alarm of it', alarmRaised);
            else await lasting(offMs);
            set(clock, 0);
          },
        );
        // PostgreSQL's own time-outs go by its clock: one statement may be cut off when it jumps.
        if (clock !== 'database') expect(refused).toEqual([]);
      },
    );
  }
});
