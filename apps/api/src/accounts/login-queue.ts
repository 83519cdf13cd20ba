/**
 * The queue before the password hash. Hashing is slow on purpose, so few run at a time and few wait. Addresses take
 * turns, and at one address browsers with an id and, of everything else, names do: a thousand guesses from one place
 * are one turn in each round.
 */
import { ApiError } from '../platform/errors/api-error.ts';
import { Outage, partAway, type Part } from '../platform/errors/outage.ts';

/** libuv has four threads, which compression and files need too. */
const atOnce = 2;
/** Of one browser with an id, or of one name of those without. */
const maxWaitingOfLine = 20;
/** Those without an id: a whole hall logs in within the same seconds. */
const waitingOfAddress = 400;
const maxWaiting = 10_000;
/** Ids of browsers are had for the asking, at a rate: no address has all of the room. */
const waitingOfAddressWithIds = maxWaiting / 2;
/** How long anybody waits while no login ends because a server is away: otherwise all waits would add up, ms. */
const patienceMs = 4_000;

/** Whose turn it is. */
export interface Turn {
  readonly address: string;
  /** Its id; null: it has none. */
  readonly browser: string | null;
  readonly username: string;
}

interface Work {
  readonly cameMs: number;
  begin(): void;
  fail(error: Error): void;
}

/** Of one browser or one name, in the order they came. */
interface Line {
  readonly hasId: boolean;
  readonly works: Work[];
}

export class LoginQueue {
  /** By address, then by line; both in the order of their turns. */
  readonly #waiting = new Map<string, Map<string, Line>>();
  readonly #nowMs: () => number;
  #running = 0;
  /** When an attempt last ended otherwise than because something was away. */
  #movedMs = -Infinity;
  #size = 0;

  /** @param nowMs a clock that nobody sets */
  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  /** How many attempts wait. */
  get size(): number {
    return this.#size;
  }

  /**
   * @throws ApiError LOGIN_BUSY when too many of this browser or name, of this address or of all wait already
   * @throws Outage when another's work found that something is away, and this one had waited for long
   */
  run<T>({ address, browser, username }: Turn, work: () => Promise<T>): Promise<T> {
    // A browser with an id has room and turns of its own, however many others of its address wait.
    const key = JSON.stringify([browser, browser === null ? username : null]);
    const lines = this.#waiting.get(address);
    const ofLine = lines?.get(key)?.works.length ?? 0;
    const ofAddress = sizeOf(lines, browser !== null);
    const room = browser === null ? waitingOfAddress : waitingOfAddressWithIds;
    if (ofLine >= maxWaitingOfLine || ofAddress >= room || this.#size >= maxWaiting)
      throw new ApiError('LOGIN_BUSY', {}, { headers: { 'retry-after': '2' } });
    return new Promise<T>((resolve, reject) => {
      this.#add(address, key, browser !== null, {
        cameMs: this.#nowMs(),
        fail: (error) => reject(error),
        begin: () => {
          this.#running += 1;
          this.#watched(work)
            .finally(() => {
              this.#running -= 1;
              this.#next();
            })
            .then(resolve, reject);
        },
      });
      this.#next();
    });
  }

  #add(address: string, key: string, hasId: boolean, work: Work): void {
    const lines = this.#waiting.get(address) ?? new Map<string, Line>();
    const line = lines.get(key) ?? { hasId, works: [] };
    line.works.push(work);
    lines.set(key, line);
    this.#waiting.set(address, lines);
    this.#size += 1;
  }

  async #watched<T>(work: () => Promise<T>): Promise<T> {
    let away: Part | null = null;
    try {
      return await work();
    } catch (error) {
      away = partAway(error);
      throw error;
    } finally {
      const nowMs = this.#nowMs();
      if (away === null) this.#movedMs = nowMs;
      // A deadlock among others that went well says nothing of those who wait.
      else if (nowMs - this.#movedMs > patienceMs) this.#dismiss(away, nowMs - patienceMs);
    }
  }

  /** Those who came before get the answer that their turn would bring. */
  #dismiss(part: Part, before: number): void {
    for (const [address, lines] of this.#waiting) {
      for (const [key, { works }] of lines) {
        const stay = works.findIndex(({ cameMs }) => cameMs >= before);
        const gone = works.splice(0, stay === -1 ? works.length : stay);
        this.#size -= gone.length;
        for (const work of gone) work.fail(new Outage(part, 'it was away for those before in the queue'));
        if (works.length === 0) lines.delete(key);
      }
      if (lines.size === 0) this.#waiting.delete(address);
    }
  }

  #next(): void {
    while (this.#running < atOnce && this.#size > 0) this.#take()?.begin();
  }

  /** The next of the first line of the first address; line and address go to the end. */
  #take(): Work | undefined {
    const [address, lines] = first(this.#waiting) ?? [];
    if (address === undefined || lines === undefined) return undefined;
    const [key, line] = first(lines) ?? [];
    this.#waiting.delete(address);
    if (key === undefined || line === undefined) return undefined;
    lines.delete(key);
    const work = line.works.shift();
    if (line.works.length > 0) lines.set(key, line);
    if (lines.size > 0) this.#waiting.set(address, lines);
    this.#size -= 1;
    return work;
  }
}

/** How many wait in those lines, of browsers with an id or of the others. */
function sizeOf(lines: ReadonlyMap<string, Line> | undefined, hasId: boolean): number {
  let size = 0;
  for (const line of lines?.values() ?? []) if (line.hasId === hasId) size += line.works.length;
  return size;
}

function first<K, V>(map: ReadonlyMap<K, V>): [K, V] | undefined {
  for (const entry of map) return entry;
  return undefined;
}
