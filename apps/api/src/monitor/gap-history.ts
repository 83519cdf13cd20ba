/**
 * Gap percentiles of every host over the last hour, for the small curves: a point every minute at most, as the gaps
 * are those of a minute.
 */
import type { HostRow, Judgehost } from '@sandglass/contracts';

type Point = HostRow['gapHistory'][number];

const everyMs = 60_000;
const reachMs = 3_600_000;

export class GapHistory {
  readonly #points = new Map<string, Point[]>();

  /**
   * What hosts did before this process began; it may have looked at them already.
   * @param points in the order of time
   */
  remember(points: readonly (Point & { judgehost: string })[]): void {
    for (const [judgehost, told] of Map.groupBy(points, (point) => point.judgehost)) {
      const own = this.#points.get(judgehost) ?? [];
      this.#points.delete(judgehost);
      for (const { at, p50Us, p95Us, p99Us } of told) this.#push(judgehost, { at, p50Us, p95Us, p99Us });
      for (const point of own) this.#push(judgehost, point);
    }
  }

  note(host: Judgehost, nowMs: number): void {
    const gap = host.condition?.gap;
    if (gap == null || !host.online) return;
    this.#push(host.name, { at: nowMs, p50Us: gap.p50Us, p95Us: gap.p95Us, p99Us: gap.p99Us });
  }

  of(judgehost: string): Point[] {
    return this.#points.get(judgehost) ?? [];
  }

  /** A new list each time something changes: whoever holds the former one keeps it as it was. */
  #push(judgehost: string, point: Point): void {
    const points = this.#points.get(judgehost) ?? [];
    const last = points.at(-1);
    if (last !== undefined && point.at - last.at < everyMs) return;
    this.#points.set(judgehost, [...points.filter(({ at }) => at > point.at - reachMs), point]);
  }
}
