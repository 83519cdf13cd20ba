import type { Judging } from '@sandglass/contracts';

/** The most that any test of a judging took; null while nothing is measured. Times in µs. */
export interface JudgingFigures {
  readonly cpuUs: number;
  readonly wallUs: number;
  readonly gapUs: number;
  readonly memoryBytes: number;
}

export function figuresOf(judging: Pick<Judging, 'tests'>): JudgingFigures | null {
  const measured = judging.tests.flatMap(({ measurement }) => measurement ?? []);
  if (measured.length === 0) return null;
  const most = (of: (one: (typeof measured)[number]) => number): number => Math.max(...measured.map(of));
  return {
    cpuUs: most(({ cpuUs }) => cpuUs),
    wallUs: most(({ wallUs }) => wallUs),
    gapUs: most(({ gapUs }) => gapUs),
    memoryBytes: most(({ memoryBytes }) => memoryBytes),
  };
}

/** Judgings made by one rejudging that repeats: shown as one. */
export interface RepeatGroup {
  readonly rejudgingId: string;
  readonly judgings: readonly Judging[];
}

/** From this many on, repeats are a distribution and no list. */
const groupFrom = 3;

/** Newest first, as they come: what is looked at one by one, and what is looked at together. */
export function groupRepeats(judgings: readonly Judging[]): { single: Judging[]; groups: RepeatGroup[] } {
  const byRejudging = Map.groupBy(judgings, ({ rejudgingId }) => rejudgingId);
  const groups = [...byRejudging].flatMap(([rejudgingId, made]) =>
    rejudgingId !== null && made.length >= groupFrom
      ? { rejudgingId, judgings: made.toSorted((a, b) => a.repeat - b.repeat) }
      : [],
  );
  const grouped = new Set(groups.flatMap((group) => group.judgings.map(({ id }) => id)));
  return { single: judgings.filter(({ id, valid }) => valid || !grouped.has(id)), groups };
}
