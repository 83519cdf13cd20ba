/**
 * The troubles that disturb nobody else on the machine, one after another on a judgehost that judges. About two minutes,
 * mostly waiting. Hogs would take the cores from whatever else runs, and are in the bench alone.
 */
import { afterAll, beforeAll, describe, it } from 'vitest';
import { proofMs, prove } from './proof.ts';
import { nearTroubles } from './troubles.ts';
import { openNearWard, type NearWard } from './ward.ts';

const names = ['skewed', 'frozen', 'throttled', 'stuck'];
const root = process.getuid?.() === 0;
const tried = await Promise.all(
  nearTroubles
    .filter(({ name }) => names.includes(name))
    .map(async (trouble) => ({ trouble, missing: await trouble.missing() })),
);

describe.skipIf(!root)(root ? 'a judgehost in trouble' : 'judgehosts in trouble (skipped: need root)', () => {
  let ward: NearWard;

  beforeAll(async () => {
    ward = await openNearWard();
  }, 180_000);

  afterAll(() => ward?.[Symbol.asyncDispose]());

  for (const { trouble, missing } of tried)
    it.skipIf(missing !== null)(
      `rings, marks what it judges where times suffer, and recovers: ${trouble.what}${missing === null ? '' : ` (skipped: ${missing})`}`,
      () => prove(trouble, ward),
      proofMs,
    );
});
