import type { Judging } from '@sandglass/contracts';
import { groupBy } from '@sandglass/domain';

/** The most that any test of a judging took, each figure by itself: they may be of different tests. Times in µs. */
export interface JudgingFigures {
  readonly cpuUs: number;
  readonly wallUs: number;
  readonly gapUs: number;
  readonly memoryBytes: number;
  /** The test with the longest wall time: its two times belong together. */
  readonly slowest: { readonly cpuUs: number; readonly wallUs: number };
}

/** Null while nothing is measured. */
export function figuresOf(judging: Pick<Judging, 'tests'>): JudgingFigures | null {
  const measured = judging.tests.flatMap(({ measurement }) => measurement ?? []);
  if (measured.length === 0) return null;
  const most = (of: (one: (typeof measured)[number]) => number): number => Math.max(...measured.map(of));
  return {
    cpuUs: most(({ cpuUs }) => cpuUs),
    wallUs: most(({ wallUs }) => wallUs),
    gapUs: most(({ gapUs }) => gapUs),
    memoryBytes: most(({ memoryBytes }) => memoryBytes),
    slowest: measured.reduce((slowest, one) => (one.wallUs > slowest.wallUs ? one : slowest)),
  };
}

/** Judgings made by one rejudging that repeats: shown as one. */
export interface RepeatGroup {
  readonly rejudgingId: string;
  readonly judgings: readonly Judging[];
}

/** Those that came with the submission know which counts now; older ones were fetched at some time. Newest first. */
export function withOlder(newest: readonly Judging[], older: readonly Judging[]): Judging[] {
  const known = new Set(newest.map(({ id }) => id));
  const others = older.flatMap((one) => (known.has(one.id) ? [] : { ...one, valid: false }));
  return [...newest, ...others].toSorted((a, b) => (a.id < b.id ? 1 : -1));
}

/** From this many on, repeats are a distribution and no list. */
const groupFrom = 3;

/** Newest first, as they come: what is looked at one by one, and what is looked at together. */
export function groupRepeats(judgings: readonly Judging[]): { single: Judging[]; groups: RepeatGroup[] } {
  const byRejudging = groupBy(judgings, ({ rejudgingId }) => rejudgingId);
  const groups = [...byRejudging].flatMap(([rejudgingId, made]) =>
    rejudgingId !== null && made.length >= groupFrom
      ? { rejudgingId, judgings: made.toSorted((a, b) => a.repeat - b.repeat) }
      : [],
  );
  const grouped = new Set(groups.flatMap((group) => group.judgings.map(({ id }) => id)));
  return { single: judgings.filter(({ id, valid }) => valid || !grouped.has(id)), groups };
}

/** A host as it was when it ran something: `kiln, Linux 6.1.0-18-amd64`. Old records know no kernel. */
export function hostThen(judgehost: string | null, kernel: string | null): string {
  return `${judgehost ?? 'not known'}${kernel === null ? '' : `, Linux ${kernel}`}`;
}

export interface HostThen {
  readonly judgehost: string;
  readonly kernel: string | null;
}

/** Every host that judged a part of it, with the kernel it ran at that time, in the order of the tests. */
export function hostsOf(judging: Pick<Judging, 'tests' | 'judgehost'>): HostThen[] {
  const runs = judging.tests.flatMap((test): Pick<Judging['tests'][number], 'judgehost' | 'kernel'>[] =>
    test.attempts.length > 0 ? test.attempts : [test],
  );
  const hosts = new Map(
    runs.flatMap(({ judgehost, kernel }): [string, HostThen][] =>
      judgehost === null ? [] : [[hostThen(judgehost, kernel), { judgehost, kernel }]],
    ),
  );
  // What was not compiled has no runs.
  if (hosts.size === 0 && judging.judgehost !== null) return [{ judgehost: judging.judgehost, kernel: null }];
  return [...hosts.values()];
}
