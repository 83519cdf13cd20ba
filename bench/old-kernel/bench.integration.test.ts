import { prepareMachine } from '@sandglass/old-kernel';
import { describe, expect, it } from 'vitest';
import { bench } from './bench.ts';

const preparation = await prepareMachine();
const name = 'on a kernel older than 6.3';

describe.skipIf(!preparation.ready)(
  preparation.ready ? name : `${name} (skipped: ${preparation.reason})`,
  () => {
    it('fresh namespaces for every run pile up and run out, the pool does neither', async () => {
      const lines: string[] = [];
      const report = await bench.run({ quick: true, progress: (line) => lines.push(line) });
      const { figures } = report;
      expect(figures, lines.join('\n')).toMatchObject({ slots: 2, enospc_pooled: 0, failed_pooled: 0 });
      expect(figures['live_ipc_pooled']).toBeLessThanOrEqual(2);
      expect(figures['enospc_fresh']).toBeGreaterThan(0);
      expect(figures['live_ipc_fresh']).toBeGreaterThan(2);
      expect(bench.picture?.(report)).toContain('<svg');
    }, 300_000);
  },
);
