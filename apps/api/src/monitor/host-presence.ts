/**
 * When hosts were not there, over the last hours: before they were heard of first, and while they were silent. Of
 * silences before this process began only those that last are known.
 */
import type { Judgehost, SlotsOfHost } from '@sandglass/contracts';

type Away = SlotsOfHost['away'][number];

/** As long as steps are kept, and a little. */
const reachMs = 6.5 * 3_600_000;

export class HostPresence {
  /** When each host was heard of first, ms; null: that is still being read. */
  #first: Map<string, number> | null = null;
  /** By host, in the order of time; at most the last one lasts. */
  readonly #silences = new Map<string, Away[]>();

  /** @param first when each host was heard of first, ms: of all that were before this process began */
  remember(first: ReadonlyMap<string, number>): void {
    this.#first = new Map(first);
  }

  /** @param hosts all there are */
  note(hosts: readonly Judgehost[], nowMs: number): void {
    const names = new Set(hosts.map(({ name }) => name));
    for (const name of this.#silences.keys()) if (!names.has(name)) this.#silences.delete(name);
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
          : [...silences, { from: seenMs, until: null }];
      this.#silences.set(
        name,
        changed.filter(({ until }) => until === null || until > nowMs - reachMs),
      );
    }
  }

  /** In the order of time. */
  of(judgehost: string): Away[] {
    const first = this.#first?.get(judgehost);
    const silences = this.#silences.get(judgehost) ?? [];
    return first === undefined ? silences : [{ from: 0, until: first }, ...silences];
  }
}
