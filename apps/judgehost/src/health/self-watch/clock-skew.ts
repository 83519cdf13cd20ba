import type { ClockFigures } from '@sandglass/contracts';

/** What is known after one heartbeat: three instants of two clocks. */
export interface RoundTrip {
  /** Host's clock when the heartbeat was sent, ms since 1970. */
  readonly sentAtMs: number;
  /** From then to the answer by a clock that nobody sets, ms. */
  readonly tookMs: number;
  /** The api's clock when it made the answer, ms since 1970. */
  readonly serverTimeMs: number;
  /** How long the api had the heartbeat before that, ms. */
  readonly heldMs: number;
}

/** Half a minute of heartbeats: the quickest of them was delayed least, and a drift of the clocks is less than that. */
const maxSamples = 16;
/** So many in a row that contradict everything before them: the clock was set, and what was before is no longer true. */
const stepAfter = 3;

/**
 * The host's clock against the api's, as NTP (RFC 5905, section 8) measures it: were both ways equally long, the
 * answer was made in the middle of the round trip, less what the api held it. What is not equal is an error of at most
 * half the round trip, so the quickest one is the most exact.
 */
export class ClockSkew {
  readonly #samples: ClockFigures[] = [];

  add({ sentAtMs, tookMs, serverTimeMs, heldMs }: RoundTrip): void {
    const roundTripMs = Math.max(0, tookMs - heldMs);
    const hostAtAnswerMs = sentAtMs + roundTripMs / 2 + heldMs;
    this.#samples.push({ skewMs: hostAtAnswerMs - serverTimeMs, roundTripMs });
    if (this.#samples.length > maxSamples) this.#samples.shift();
    const latest = this.#samples.slice(-stepAfter);
    const before = this.#samples.slice(0, -stepAfter);
    if (latest.length === stepAfter && latest.every((one) => before.every((old) => contradict(one, old)))) {
      this.#samples.splice(0, before.length);
    }
  }

  /** Null before the first heartbeat was answered. */
  get figures(): ClockFigures | null {
    const [best] = [...this.#samples].sort((a, b) => a.roundTripMs - b.roundTripMs);
    return best ?? null;
  }
}

/** Each is right within half of its round trip: these two cannot both be. */
function contradict(a: ClockFigures, b: ClockFigures): boolean {
  return Math.abs(a.skewMs - b.skewMs) > (a.roundTripMs + b.roundTripMs) / 2;
}
