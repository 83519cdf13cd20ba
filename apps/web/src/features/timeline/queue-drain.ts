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

/** Further apart than samples of six hours are sent, ms: nobody polled in between. */
const apartMs = 60_000;

/** Samples between which somebody looked all the time: of an api that was away nothing is made up. */
export function stretchesOf(samples: readonly QueueSample[]): QueueSample[][] {
  const stretches: QueueSample[][] = [];
  for (const sample of samples) {
    const stretch = stretches.at(-1);
    const last = stretch?.at(-1);
    if (stretch === undefined || last === undefined || sample.at - last.at > apartMs)
      stretches.push([sample]);
    else stretch.push(sample);
  }
  return stretches;
}

/** The line over time: in parts, for it is broken while no slot is there. */
export function drainLines(samples: readonly QueueSample[]): DrainPoint[][] {
  const lines: DrainPoint[][] = [];
  for (const stretch of stretchesOf(samples)) {
    lines.push([]);
    for (const sample of stretch) {
      const ms = drainMs(sample);
      if (ms === null) lines.push([]);
      else lines.at(-1)?.push({ at: sample.at, ms });
    }
  }
  return lines.filter((line) => line.length > 0);
}
