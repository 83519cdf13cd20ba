/**
 * When hosts were not there, over the last hours: before they were heard of first, and while they were silent. Of
 * silences before this process began only those that last are known. Everybody who watches receives all of it again and
 * again: of a host that comes and goes it is kept short.
 */
import type { Judgehost, SlotsOfHost } from '@sandglass/contracts';

type Away = SlotsOfHost['away'][number];

/** As long as steps are kept, and a little. */
const reachMs = 6.5 * 3_600_000;

/** Silences with less than this between them are one, ms. */
const apartMs = 60_000;

/** Silences that are kept of a host: of more, the newest. */
const maxSilences = 100;

export class HostPresence {
  /** When each host was heard of first, ms; null: that is still being read. */
  #first: Map<string, number> | null = null;
  /** By host, in the order of time; at most the last one lasts. */
  readonly #silences = new Map<string, Away[]>();
  /** Names of the hosts there were at the last look. */
  #known: ReadonlySet<string> = new Set();

  /** @param first when each host was heard of first, ms: of all that were before this process began */
  remember(first: ReadonlyMap<string, number>): void {
    this.#first = new Map(first);
  }

  /** @param hosts all there are */
  note(hosts: readonly Judgehost[], nowMs: number): void {
    this.#forgetAllBut(new Set(hosts.map(({ name }) => name)));
    for (const { name, online, lastSeenAt } of hosts) {
      const seenMs = lastSeenAt === null ? 0 : Date.parse(lastSeenAt);
      if (online && this.#first?.has(name) === false) this.#first.set(name, seenMs);
      const silences = this.#silences.get(name) ?? [];
      const last = silences.at(-1);
      const lasts = last !== undefined && last.until === null;
      if (online === !lasts) continue;
      const changed =
        online && last !== undefined
          ? [...silences.slice(0, -1), { from: last.from, until: Math.max(last.from, seenMs) }]
          : withSilence(silences, seenMs);
      const inReach = changed.filter(({ until }) => until === null || until > nowMs - reachMs);
      this.#silences.set(name, inReach.slice(-maxSilences));
    }
  }

  /** In the order of time. */
  of(judgehost: string): Away[] {
    const first = this.#first?.get(judgehost);
    const silences = this.#silences.get(judgehost) ?? [];
    return first === undefined ? silences : [{ from: 0, until: first }, ...silences];
  }

  /** Who was removed: a host that takes the name later is another. What was remembered may be ahead of the looks. */
  #forgetAllBut(names: ReadonlySet<string>): void {
    for (const name of this.#known) {
      if (names.has(name)) continue;
      this.#silences.delete(name);
      this.#first?.delete(name);
    }
    this.#known = names;
  }
}

/** One more silence that lasts, or the last one going on. */
function withSilence(silences: readonly Away[], fromMs: number): Away[] {
  const last = silences.at(-1);
  if (last === undefined || fromMs - (last.until ?? fromMs) >= apartMs)
    return [...silences, { from: fromMs, until: null }];
  return [...silences.slice(0, -1), { from: last.from, until: null }];
}
