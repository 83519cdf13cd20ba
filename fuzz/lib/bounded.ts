/** What the tests do with a target: every kept input, then a moment of the usual inputs and a moment of new ones. */
import { randomInt } from 'node:crypto';
import { expect } from 'vitest';
import { drive } from './drive.ts';
import type { PropertyTarget } from './target.ts';

const usualSeed = 42;
const moment = 700;

export async function expectToHold(target: PropertyTarget): Promise<void> {
  const { finding } = await drive(target, {
    milliseconds: moment,
    seeds: [usualSeed, randomInt(999_999_999)],
  });
  const again =
    finding === null
      ? ''
      : `${finding.file ?? `./sandglass fuzz ${target.name} --seed ${String(finding.seed)}`}: ${JSON.stringify(finding.input)}`;
  expect(finding, again).toBeNull();
}
