/** How the time of a reader grows with its text: measured, and made so that a busy machine does not matter. */

/** @param make a text of about so many characters */
export interface Cost {
  readonly run: (text: string) => unknown;
  readonly make: (length: number) => string;
  /** Of one reading, ms, where it is not the CPU time of this thread. */
  readonly timed?: (text: string) => Promise<number>;
  /** What is more is refused before it is read; default 1 MiB. */
  readonly most?: number;
}

/** Below this, starting costs and the clock count for more than the text. */
const measurableMs = 0.5;
const smallest = 2_048;
const tries = 3;
const maxRounds = 8;
const doublings = 3;
/** Of one doubling: linear is 2, quadratic 4. */
export const maxGrowth = 3;

/**
 * Time for twice the text ÷ time for the text, seen over three doublings: 8 and 64 in all differ by more than any
 * machine's times are off. Of each length the least that was ever seen, over rounds that go on while the ratio is too
 * large: what else the machine does, or a collection of garbage, only ever adds.
 * Null: even the longest text costs too little to measure.
 */
export async function growth(cost: Cost): Promise<number | null> {
  const times = 2 ** doublings;
  const most = (cost.most ?? 1_048_576) / times;
  let length = smallest;
  while (length * 2 <= most && (await fastestMs(cost, length, 1)) < measurableMs) length *= 2;
  let short = await fastestMs(cost, length, 2);
  if (short < measurableMs) return null;
  let long = Infinity;
  for (let round = 0; round < maxRounds && long / short >= maxGrowth ** doublings; round += 1) {
    short = Math.min(short, await fastestMs(cost, length, tries));
    long = Math.min(long, await fastestMs(cost, length * times, round === 0 ? 1 : tries));
  }
  return (long / short) ** (1 / doublings);
}

/** Of so many tries, or of fewer where each takes long. */
async function fastestMs(
  { run, make, timed = (text) => ownMs(run, text) }: Cost,
  length: number,
  most: number,
): Promise<number> {
  const text = make(length);
  let best = Infinity;
  for (let attempt = 0; attempt < most && (attempt === 0 || best < 100); attempt += 1) {
    best = Math.min(best, await timed(text));
  }
  return best;
}

async function ownMs(run: Cost['run'], text: string): Promise<number> {
  const before = cpuMs();
  try {
    await run(text);
  } catch {
    // To refuse a text is an answer, too.
  }
  return cpuMs() - before;
}

/**
 * CPU time of this thread: waiting for the machine's other work does not count. The kernel brings a thread's own figure
 * up to date at its ticks only (`task_cputime_adjusted`), or when the whole process is asked for (`thread_group_cputime`).
 */
function cpuMs(): number {
  process.cpuUsage();
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
