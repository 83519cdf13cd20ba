import { describe, expect, it } from 'vitest';
import { runNative } from './lib/native.ts';
import { obstacleTo } from './lib/obstacle.ts';
import { nativeTargets } from './targets/native.ts';

// Those of the sandbox have their own test beside it, protocol.integration.test.ts.
const own = nativeTargets.filter(({ script }) => !script.startsWith('native/sandbox/'));

describe('a native fuzz target', () => {
  for (const target of own) {
    const obstacle = obstacleTo(target);
    it.skipIf(obstacle !== null)(
      `holds for a moment: ${target.name}${obstacle === null ? '' : ` (skipped: ${obstacle})`}`,
      async () => {
        const seed = process.pid;
        const { status, output } = await runNative(target, { seconds: 2, seed });
        expect(status, `seed ${String(seed)}: ${output}`).toBe(0);
        expect(output).toMatch(new RegExp(`^${target.name}: \\d+ inputs known`, 'm'));
      },
      600_000,
    );
  }
});
