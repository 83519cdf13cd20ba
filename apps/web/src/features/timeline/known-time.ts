/** Which times are known: stretches that do not touch, in their order. Pure. */

export interface Stretch {
  readonly from: number;
  readonly until: number;
}

/** With one more; what touches becomes one. */
export function joined(known: readonly Stretch[], more: Stretch): Stretch[] {
  if (more.until <= more.from) return [...known];
  const apart = known.filter(({ from, until }) => until < more.from || from > more.until);
  const touching = known.filter((one) => !apart.includes(one));
  const whole = {
    from: Math.min(more.from, ...touching.map(({ from }) => from)),
    until: Math.max(more.until, ...touching.map(({ until }) => until)),
  };
  return [...apart, whole].sort((a, b) => a.from - b.from);
}

/** Nothing of before is known any more. */
export function forgotten(known: readonly Stretch[], before: number): Stretch[] {
  return known
    .filter(({ until }) => until > before)
    .map(({ from, until }) => ({ from: Math.max(from, before), until }));
}

/** What of a time is not known. */
export function gapsIn(known: readonly Stretch[], { from, until }: Stretch): Stretch[] {
  const gaps: Stretch[] = [];
  let at = from;
  for (const one of known) {
    if (one.until <= at) continue;
    if (one.from >= until) break;
    if (one.from > at) gaps.push({ from: at, until: one.from });
    at = one.until;
  }
  if (at < until) gaps.push({ from: at, until });
  return gaps;
}

/**
 * Which intervals to ask for: those of the latest gap in the time that is looked at, and a little before it, so that a small
 * step needs no other answer. Where it reaches up to now, everything that comes is wanted.
 * @param known what has been read
 * @param follows what begins and ends from now on is sent: then even the least gap before now must be closed
 * @param fullMs how much time as many intervals as are read at once covered; null: they were never so many
 * @returns null: nothing is missing, or it would take too many answers
 */
export function intervalsToRead(
  known: readonly Stretch[],
  seen: Stretch,
  now: number,
  follows: boolean,
  fullMs: number | null,
): (Stretch & { readonly live: boolean }) | null {
  const gap = gapsIn(known, seen).at(-1);
  if (gap === undefined) return null;
  const live = gap.until >= now - 1000;
  if (gap.until - gap.from < 1000 && !(live && follows)) return null;
  if (fullMs !== null && gap.until - gap.from > 2 * fullMs) return null;
  const slack = gap.from === seen.from ? (seen.until - seen.from) / 4 : 0;
  return {
    from: Math.max(0, Math.floor(gap.from - slack)),
    until: Math.ceil(live ? now + 3_600_000 : gap.until),
    live,
  };
}
