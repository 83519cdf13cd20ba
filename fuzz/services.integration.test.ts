import { describe, it } from 'vitest';
import { expectToHold } from './lib/bounded.ts';
import { obstacleTo } from './lib/obstacle.ts';
import { propertyTargets } from './targets.ts';

describe('a fuzz target that needs servers or the sandbox', () => {
  for (const target of propertyTargets.filter(({ needs }) => needs !== 'nothing')) {
    const obstacle = obstacleTo(target);
    it.skipIf(obstacle !== null)(
      `holds for a moment: ${target.name}${obstacle === null ? '' : ` (skipped: ${obstacle})`}`,
      () => expectToHold(target),
      180_000,
    );
  }
});
