/**
 * What the tests do with a target: every kept input, then the same generated ones each time, so that a change is judged
 * by what it changes. New inputs are looked for by `./sandglass fuzz`.
 */
import { expect } from 'vitest';
import { drive } from './drive.ts';
import type { PropertyTarget } from './target.ts';

const usualSeed = 42;
const moment = 1000;

export async function expectToHold(target: PropertyTarget): Promise<void> {
  const { finding } = await drive(target, {
    milliseconds: moment,
    seeds: [usualSeed],
  });
  const again =
    finding === null
      ? ''
      : `${finding.file ?? `./sandglass fuzz ${target.name} --seed ${String(finding.seed)}`}: ${JSON.stringify(finding.input)}`;
  expect(finding, again).toBeNull();
}
