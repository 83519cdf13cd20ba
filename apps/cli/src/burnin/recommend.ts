/**
 * From what a burn-in saw to a slot count and a wall-time rule, with the reasons in words. Pure: the same figures always
 * give the same advice.
 *
 * Wall limit = factor × CPU limit + margin. The factor answers what grows with a program's time (a core that is
 * shared or stolen), the margin what does not (a stall of the host). Both are set to several times the worst that was
 * seen, for a burn-in is shorter than a contest.
 */
import { defaultWallLimitRule } from '@sandglass/domain';

export interface BurnInFigures {
  /** Slots that ran. */
  readonly slots: number;
  /** Physical cores that slots may use here. */
  readonly cores: number;
  readonly minutes: number;
  /** Runs of programs that never sleep by their own will. */
  readonly runs: number;
  /** Runs that did not come out as they should, and rebuilt slots. */
  readonly failures: number;
  readonly rebuilds: number;
  /** Wall − CPU of those runs, µs. */
  readonly gapUs: { readonly p50: number; readonly p95: number; readonly p99: number; readonly max: number };
  /** (Wall − CPU) / CPU of the programs that compute for long, at the 99th percentile. */
  readonly slowdownP99: number;
  /** Share of the gap that was spent runnable but without a core; null where the kernel does not report it. */
  readonly waitedForCoreShare: number | null;
  /** One-minute load; null when the burn-in was too short for it to mean anything. */
  readonly loadMax: number | null;
  /** Tasks in uninterruptible sleep: mean and most. */
  readonly dStateMean: number;
  readonly dStateMax: number;
  /** Where most of them waited; null when there were none. */
  readonly dStatePlace: string | null;
  /** Shares of time, 0…1; null where the host does not report it. */
  readonly stealMean: number | null;
  readonly throttledShare: number | null;
  readonly memoryAvailableMinBytes: number;
  readonly memoryTotalBytes: number;
  readonly kernel: string;
}

export interface Recommendation {
  readonly slots: number;
  readonly wallFactor: number;
  readonly wallMarginMs: number;
  /** `sound`: as it should be; `watch`: usable with the advice taken; `poor`: timing here cannot be trusted. */
  readonly rating: 'sound' | 'watch' | 'poor';
  /** Never empty; the weightiest first. */
  readonly reasons: readonly string[];
}

/** Fewer runs than this say little about the worst of a contest. */
const enoughRuns = 2000;
const enoughMinutes = 5;
/** A load of this many times the slots means that tasks pile up in the kernel. */
const loadAlarm = 2;
const noticeableShare = 0.02;
const soundGapP95Us = 2000;
const poorGapP95Us = 20_000;
const soundSlowdown = 0.05;

interface Finding {
  readonly weight: number;
  readonly rating: Recommendation['rating'];
  readonly text: string;
  /** Slots that remain because of it. */
  readonly slots?: number;
}

export function recommend(figures: BurnInFigures): Recommendation {
  const findings = [
    ...failures(figures),
    ...pileUp(figures),
    ...takenTime(figures),
    ...gaps(figures),
    ...slotCount(figures),
    ...memory(figures),
    ...evidence(figures),
  ].sort((a, b) => b.weight - a.weight);
  const wall = wallRule(figures);
  const slots = Math.max(1, Math.min(figures.slots, ...findings.map((one) => one.slots ?? Infinity)));
  const ratings = new Set(findings.map(({ rating }) => rating));
  const rating = ratings.has('poor') ? 'poor' : ratings.has('watch') ? 'watch' : 'sound';
  return { slots, ...wall.rule, rating, reasons: [...findings.map(({ text }) => text), wall.text] };
}

function failures({ failures: failed, rebuilds }: BurnInFigures): Finding[] {
  if (failed + rebuilds === 0) return [];
  const text = `${count(failed, 'run')} failed and slots were rebuilt ${count(rebuilds, 'time')}: find out why before judging here.`;
  return [{ weight: 100, rating: 'poor', text }];
}

function pileUp({ slots, loadMax, dStateMean, dStateMax, dStatePlace, kernel }: BurnInFigures): Finding[] {
  const high = loadMax !== null && loadMax >= loadAlarm * slots;
  // One or two are a healthy kernel at work (a worker that waits for a grace period).
  const stuck = dStateMean >= Math.max(2, slots / 2);
  if (!high && !stuck) return [];
  const where = dStatePlace === null ? '' : `, most in ${dStatePlace}`;
  const seen = [
    ...(high ? [`the load reached ${loadMax.toFixed(1)} with ${count(slots, 'slot')}`] : []),
    ...(stuck
      ? [`${dStateMean.toFixed(1)} tasks on average (${dStateMax} at most) were stuck in the kernel${where}`]
      : []),
  ];
  const remedy = stuck
    ? `Kernel ${kernel} is the bottleneck, not the cores: fewer slots, or a newer kernel.`
    : 'Something else computes on this host: stop it, or use fewer slots.';
  const left = stuck ? Math.ceil(slots / 2) : Math.max(1, slots - 1);
  return [
    {
      weight: 80,
      rating: stuck ? 'poor' : 'watch',
      slots: left,
      text: `${sentence(seen.join(' and '))}. ${remedy}`,
    },
  ];
}

function takenTime({ slots, stealMean, throttledShare }: BurnInFigures): Finding[] {
  const findings: Finding[] = [];
  if (stealMean !== null && stealMean >= noticeableShare) {
    const left = Math.max(1, Math.floor(slots * (1 - stealMean)));
    const text = `The hypervisor gave ${percent(stealMean)} of the time to others: ask for dedicated CPUs, or use fewer slots.`;
    findings.push({ weight: 70, rating: stealMean >= 0.1 ? 'poor' : 'watch', slots: left, text });
  }
  if (throttledShare !== null && throttledShare >= noticeableShare) {
    const left = Math.max(1, slots - 1);
    const text = `A CPU quota stopped everything for ${percent(throttledShare)} of the time: raise it, or use fewer slots.`;
    findings.push({ weight: 75, rating: 'poor', slots: left, text });
  }
  return findings;
}

function gaps({ gapUs, slowdownP99, waitedForCoreShare }: BurnInFigures): Finding[] {
  const figures = `wall − CPU was ${ms(gapUs.p50)} in the median, ${ms(gapUs.p95)} at p95, ${ms(gapUs.p99)} at p99 and ${ms(gapUs.max)} at most`;
  if (gapUs.p95 <= soundGapP95Us && slowdownP99 <= soundSlowdown) {
    return [{ weight: 20, rating: 'sound', text: `Timing is sound: ${figures}.` }];
  }
  const cause =
    waitedForCoreShare === null
      ? ''
      : waitedForCoreShare >= 0.5
        ? ` ${percent(waitedForCoreShare)} of it was spent waiting for a core: something else computes on the slots' cores.`
        : ` Only ${percent(waitedForCoreShare)} of it was spent waiting for a core: the kernel or the hypervisor held them up.`;
  const rating = gapUs.p95 > poorGapP95Us ? 'poor' : 'watch';
  return [{ weight: 60, rating, text: `Programs that only compute were kept waiting: ${figures}.${cause}` }];
}

function slotCount({ slots, cores }: BurnInFigures): Finding[] {
  if (slots > cores) {
    const text = `${count(slots, 'slot')} shared ${count(cores, 'physical core')}: two programs on one core slow each other.`;
    return [{ weight: 90, rating: 'watch', slots: cores, text }];
  }
  if (slots === cores)
    return [{ weight: 15, rating: 'sound', text: 'One slot per physical core, all cores used.' }];
  const text = `${cores} physical cores are there; only ${count(slots, 'slot')} ran, so no more can be recommended.`;
  return [{ weight: 15, rating: 'sound', text }];
}

function memory({ memoryAvailableMinBytes: least, memoryTotalBytes: total }: BurnInFigures): Finding[] {
  if (least >= total * 0.1) return [];
  const text = `Only ${(least / 2 ** 20).toFixed(0)} MiB of memory were left at the worst moment: reclaim delays programs.`;
  return [{ weight: 50, rating: 'watch', text }];
}

function enoughSeen({ runs, minutes }: BurnInFigures): boolean {
  return runs >= enoughRuns && minutes >= enoughMinutes;
}

function evidence(figures: BurnInFigures): Finding[] {
  if (enoughSeen(figures)) return [];
  const text = `Only ${count(figures.runs, 'run')} in ${figures.minutes.toFixed(1)} min: rare stalls may be missing. ${enoughMinutes} minutes or more show more.`;
  return [{ weight: 10, rating: 'sound', text }];
}

function wallRule(figures: BurnInFigures): {
  rule: Pick<Recommendation, 'wallFactor' | 'wallMarginMs'>;
  text: string;
} {
  const { factor, marginUs } = defaultWallLimitRule;
  const enough = enoughSeen(figures);
  // Twice the slow-down that 99 of 100 long runs stayed below, in halves; four times the longest stall, in halves of a second.
  const wallFactor = clamp(roundUp(1 + 2 * figures.slowdownP99, 0.5), enough ? 1.5 : factor, 10);
  const leastMs = enough ? 1000 : marginUs / 1000;
  const wallMarginMs = clamp(roundUp((4 * figures.gapUs.max) / 1000, 500), leastMs, 60_000);
  const text =
    `Wall-time limit = ${wallFactor} × the CPU limit + ${wallMarginMs / 1000} s: the longest stall was ${ms(figures.gapUs.max)}, ` +
    `long runs were slowed by ${percent(figures.slowdownP99)} at p99${enough ? '' : '; not below the default without a longer burn-in'}.`;
  return { rule: { wallFactor, wallMarginMs }, text };
}

function roundUp(value: number, step: number): number {
  return Math.ceil(value / step - 1e-9) * step;
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}

function ms(us: number): string {
  return `${(us / 1000).toFixed(us < 10_000 ? 2 : 0)} ms`;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(share < 0.1 ? 1 : 0)} %`;
}

function count(n: number, what: string): string {
  return `${n} ${what}${n === 1 ? '' : 's'}`;
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
