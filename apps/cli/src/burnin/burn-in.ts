/** Drives every slot with real judgings for a while, watches the host, and sums the figures up. */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createHostReader, type SlotWishes } from '@sandglass/host-health';
import { openLocalSlots, type LocalSlots } from '../local-judging/slots.ts';
import { Recorder } from './recorder.ts';
import type { Progress } from './live-view.ts';
import { reportOf, type BurnInReport } from './report.ts';
import { throttledUs } from './throttling.ts';
import { prepareWork, workOn } from './workload.ts';

export interface BurnInOptions {
  readonly wishes: SlotWishes;
  readonly seconds: number;
  /** Aborting ends it early, with what it has. */
  readonly signal: AbortSignal;
  /** About once a second. */
  readonly onProgress: (progress: Progress) => void;
}

/** So many failures without a single run that went well: nothing more will come. */
const hopelessFailures = 10;
/** A burn-in shorter than a judging is this much longer, so that every slot has figures. */
const graceSeconds = 60;

/**
 * @throws SandboxError, for instance without root
 * @throws BurnInError when nothing can be run at all
 */
export async function burnIn({ wishes, seconds, signal, onProgress }: BurnInOptions): Promise<BurnInReport> {
  const host = await openLocalSlots({ wishes, languages: ['c'] });
  try {
    if (!host.toolchains.has('c')) {
      throw new BurnInError('a burn-in compiles a C program: install a C compiler (Debian: gcc)');
    }
    const plan = await createHostReader(wishes).plan();
    const recorder = new Recorder(plan.slots);
    const submission = await prepareWork(host, join(host.folder, 'tests'));
    const end = new AbortController();
    const ended = AbortSignal.any([signal, end.signal]);
    const work = host.slots.map((slot) => workOn(slot, submission, recorder, ended));
    try {
      return await watch({ host, recorder, wishes, seconds, signal, onProgress });
    } finally {
      end.abort();
      await Promise.all(work);
    }
  } finally {
    await host.close();
  }
}

/** The message says what would be right. */
export class BurnInError extends Error {
  override readonly name = 'BurnInError';
}

interface Watch extends BurnInOptions {
  readonly host: LocalSlots;
  readonly recorder: Recorder;
}

async function watch(o: Watch): Promise<BurnInReport> {
  const { host, recorder, seconds, signal, onProgress } = o;
  const reader = createHostReader(o.wishes);
  const cores = (await createHostReader().plan()).slots.length;
  const startedAt = new Date();
  const began = performance.now();
  const passed = (): number => (performance.now() - began) / 1000;
  await reader.read(); // The first reading of the stolen time.
  let throttled = await throttledUs();
  let before = passed();
  while (true) {
    const left = Math.max(0.1, seconds - passed());
    await delay(Math.min(1000, left * 1000), undefined, { signal }).catch(() => undefined);
    const [report, throttledNow] = [await reader.read(), await throttledUs()];
    const at = passed();
    const throttledShare =
      throttled === null || throttledNow === null
        ? null
        : Math.min(1, Math.max(0, (throttledNow - throttled) / 1e6 / Math.max(at - before, 1e-3)));
    [throttled, before] = [throttledNow, at];
    recorder.sample(at, { report, throttledShare });
    const rebuilds = new Map(host.slots.map(({ sandbox }) => [sandbox.ordinal, sandbox.rebuilds]));
    onProgress({ recorder, host: report, throttledShare, rebuilds, seconds: at, wantedSeconds: seconds });
    if (recorder.gaps.count === 0 && recorder.failures >= hopelessFailures) throw hopeless(recorder);
    const idle = recorder.slots.some(({ runs, failures }) => runs + failures === 0);
    if (signal.aborted || at >= seconds + (idle ? graceSeconds : 0)) {
      return reportOf(recorder, {
        startedAt,
        seconds: at,
        interrupted: signal.aborted && at < seconds,
        cores,
        host: report,
        rebuilds,
      });
    }
  }
}

function hopeless(recorder: Recorder): BurnInError {
  const why = recorder.slots.find(({ lastFailure }) => lastFailure !== null)?.lastFailure;
  return new BurnInError(`nothing can be run on this host: ${why ?? 'for no reason given'}`);
}
