/**
 * Very many runs at once, watched: no answer may stay away, and the event loop must stay free for everything else that
 * a judgehost does.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import type { RunSpec, Slot } from '@sandglass/sandbox';
import { rounded } from '../lib/statistics.ts';

/** The program ends at once and the host is never a second behind: a later answer was woken by chance, not by its end. */
const lateMs = 1000;
/** Then the watchdog no longer waits and gives the slot up. */
const lostMs = 10_000;

export interface Churn {
  readonly runs: number;
  readonly perSecond: number;
  /** Answers that came late or never. */
  readonly lost: number;
  /** 99 of 100 turns of the event loop were delayed less, beyond what an idle loop shows. */
  readonly eventLoopDelayP99Ms: number;
}

interface Driver {
  readonly slot: Slot;
  /** performance.now() at the start of the run that is under way. */
  startedAt: number;
  givenUp: boolean;
}

/** `runs` runs of a trivial program, shared by all `slots`. */
export async function churn(
  slots: readonly Slot[],
  spec: RunSpec,
  runs: number,
  progress: (line: string) => void,
): Promise<Churn> {
  const idleMs = await idleLoopDelay();
  const drivers = slots.map((slot): Driver => ({ slot, startedAt: performance.now(), givenUp: false }));
  let started = 0;
  let late = 0;
  const drive = async (driver: Driver): Promise<void> => {
    while (started < runs) {
      started++;
      if (started % 20_000 === 0)
        progress(`${String(started)} of ${String(runs)} runs, ${String(late)} late`);
      driver.startedAt = performance.now();
      const { outcome } = await driver.slot.run(spec);
      if (outcome !== 'exited' || performance.now() - driver.startedAt > lateMs) late++;
    }
    driver.startedAt = Infinity;
  };
  const watchdog = setInterval(() => {
    for (const driver of drivers) {
      if (driver.givenUp || performance.now() - driver.startedAt < lostMs) continue;
      driver.givenUp = true;
      // Its supervisor ends, and so the run that never answered is rejected.
      void driver.slot.close();
    }
  }, 1000);
  const histogram = monitorEventLoopDelay({ resolution: 1 });
  const began = performance.now();
  histogram.enable();
  const ends = await Promise.allSettled(drivers.map(drive));
  histogram.disable();
  clearInterval(watchdog);
  const failed = ends.find((end, i) => end.status === 'rejected' && drivers[i]?.givenUp !== true);
  if (failed?.status === 'rejected') throw failed.reason;
  return {
    runs: started,
    perSecond: (started / (performance.now() - began)) * 1000,
    lost: late + drivers.filter(({ givenUp }) => givenUp).length,
    eventLoopDelayP99Ms: Math.max(0, rounded(histogram.percentile(99) / 1e6 - idleMs, 2)),
  };
}

/** The monitor counts its own timer's interval as delay: what it shows when nothing happens. */
async function idleLoopDelay(): Promise<number> {
  const histogram = monitorEventLoopDelay({ resolution: 1 });
  histogram.enable();
  await delay(500);
  histogram.disable();
  return histogram.percentile(50) / 1e6;
}
