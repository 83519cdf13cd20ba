/**
 * Gap percentiles of every host over the last hour, for the small curves: a point every minute at most, as the gaps
 * are those of a minute.
 */
import type { HostGaps, Judgehost } from '@sandglass/contracts';

interface Point {
  readonly at: number;
  readonly p50Us: number;
  readonly p95Us: number;
  readonly p99Us: number;
}

const everyMs = 60_000;
const reachMs = 3_600_000;

export class GapHistory {
  readonly #points = new Map<string, Point[]>();
  /** As they are sent, of hosts that were asked about since their last point. */
  readonly #sent = new Map<string, HostGaps>();

  /**
   * What hosts did before this process began; it may have looked at them already.
   * @param points in the order of time
   */
  remember(points: readonly (Point & { judgehost: string })[]): void {
    for (const [judgehost, stored] of Map.groupBy(points, (point) => point.judgehost)) {
      const own = this.#points.get(judgehost) ?? [];
      this.#points.delete(judgehost);
      for (const { at, p50Us, p95Us, p99Us } of stored) this.#push(judgehost, { at, p50Us, p95Us, p99Us });
      for (const point of own) this.#push(judgehost, point);
    }
  }

  note(host: Judgehost, nowMs: number): void {
    const gap = host.condition?.gap;
    if (gap == null || !host.online) return;
    this.#push(host.name, { at: nowMs, p50Us: gap.p50Us, p95Us: gap.p95Us, p99Us: gap.p99Us });
  }

  /** The same one until a point is added. */
  of(judgehost: string): HostGaps {
    const known = this.#sent.get(judgehost);
    if (known !== undefined) return known;
    const gaps = gapsOf(this.#points.get(judgehost) ?? []);
    this.#sent.set(judgehost, gaps);
    return gaps;
  }

  #push(judgehost: string, point: Point): void {
    const points = this.#points.get(judgehost) ?? [];
    const last = points.at(-1);
    if (last !== undefined && point.at - last.at < everyMs) return;
    this.#points.set(judgehost, [...points.filter(({ at }) => at > point.at - reachMs), point]);
    this.#sent.delete(judgehost);
  }
}

function gapsOf(points: readonly Point[]): HostGaps {
  const from = points[0]?.at ?? 0;
  return {
    from,
    seconds: points.map(({ at }) => Math.round((at - from) / 1000)),
    p50Us: points.map(({ p50Us }) => p50Us),
    p95Us: points.map(({ p95Us }) => p95Us),
    p99Us: points.map(({ p99Us }) => p99Us),
  };
}
