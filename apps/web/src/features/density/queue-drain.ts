/** How long the queue is expected to take. */
import type { QueueSample } from '@sandglass/contracts';

/** @returns ms; null: no slot is there to take it, and it would take for ever */
export function drainMs({ due, dueMs, slots }: QueueSample): number | null {
  if (due === 0) return 0;
  return slots === 0 ? null : dueMs / slots;
}

export interface DrainPoint {
  readonly at: number;
  readonly ms: number;
}

/** The line over time: in pieces, for it is broken while no slot is there. */
export function drainLines(samples: readonly QueueSample[]): DrainPoint[][] {
  const lines: DrainPoint[][] = [[]];
  for (const sample of samples) {
    const ms = drainMs(sample);
    if (ms === null) lines.push([]);
    else lines.at(-1)?.push({ at: sample.at, ms });
  }
  return lines.filter((line) => line.length > 0);
}
