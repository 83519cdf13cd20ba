/** A step that keeps ids of one millisecond apart and is exact in a double until the year 2109, ms. */
const step = 1 / 512;
/** A clock that goes back by more was set; by less, it was only read in another order, ms. */
const trembleMs = 1000;

/** The same for instants that may have to be waited for; they grow in the order in which they are known. */
export function growingInstants(instant: () => number | Promise<number>): () => number | Promise<number> {
  let known = 0;
  const next = growing(() => known);
  const after = (at: number): number => {
    known = at;
    return next();
  };
  return () => {
    const at = instant();
    return typeof at === 'number' ? after(at) : at.then(after);
  };
}

/** Makes instants that grow with every call, by a fraction of a millisecond where the clock has not moved on; a whole number is none of them. */
export function growing(now: () => number): () => number {
  let last = -Infinity;
  return () => {
    const at = now();
    last = (at > last || at < last - trembleMs ? at : last) + step;
    return last;
  };
}
