/** Buckets per doubling: a quantile is right to 9 %. */
const perOctave = 8;
/** Up to 2^32 µs, more than an hour. */
const buckets = 32 * perOctave + 1;

/**
 * Counts durations in buckets that grow with them, so that a burn-in of days needs no more memory than one of seconds.
 */
export class GapHistogram {
  private readonly counts = new Uint32Array(buckets);
  private total = 0;
  private most = 0;

  get count(): number {
    return this.total;
  }

  /** The largest, µs, exactly; 0 when there is none. */
  get max(): number {
    return this.most;
  }

  /** @param us below 0 counts as 0: several threads ran at once */
  add(us: number): void {
    const value = Math.max(0, us);
    const index = value < 1 ? 0 : 1 + Math.floor(Math.log2(value) * perOctave);
    const bucket = Math.min(index, buckets - 1);
    this.counts[bucket] = (this.counts[bucket] ?? 0) + 1;
    this.total += 1;
    this.most = Math.max(this.most, value);
  }

  merge(other: GapHistogram): void {
    for (const [i, count] of other.counts.entries()) this.counts[i] = (this.counts[i] ?? 0) + count;
    this.total += other.total;
    this.most = Math.max(this.most, other.most);
  }

  /**
   * µs below or at which a share `p` lies, at most 9 % too high; 0 when there is none.
   * @param p between 0 and 1
   */
  quantile(p: number): number {
    let left = Math.max(1, Math.ceil(p * this.total));
    if (this.total === 0) return 0;
    for (const [i, count] of this.counts.entries()) {
      left -= count;
      if (left <= 0) return i === 0 ? Math.min(1, this.most) : Math.min(2 ** (i / perOctave), this.most);
    }
    return this.most;
  }
}
