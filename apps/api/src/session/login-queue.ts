/**
 * The queue before the password hash. Hashing is slow on purpose, so few run at a time and few wait. Addresses take
 * turns, and names at one address do: a thousand guesses from one place are one turn in each round.
 */
import { ApiError } from '../errors/api-error.ts';

/** libuv has four threads, which compression and files need too. */
const atOnce = 2;
const waitingOfName = 20;
/** A whole hall logs in within the same seconds. */
const waitingOfAddress = 400;
/** Ids of browsers are had for the asking: they make room, but not without end. */
const waitingWithBrowsers = 800;
const waitingAtMost = 10_000;

/** Whose turn it is. */
export interface Turn {
  readonly address: string;
  /** Its id; null: it has none. */
  readonly browser: string | null;
  readonly username: string;
}

interface Work {
  begin(): void;
}

export class LoginQueue {
  /** By address, then by name; both in the order of their turns. */
  readonly #waiting = new Map<string, Map<string, Work[]>>();
  #running = 0;
  #size = 0;

  /** How many attempts wait. */
  get size(): number {
    return this.#size;
  }

  /** @throws ApiError LOGIN_BUSY when too many of this name, of this address or of all wait already */
  run<T>({ address, browser, username }: Turn, work: () => Promise<T>): Promise<T> {
    // A browser with an id has turns of its own, however many others of its address wait.
    const name = JSON.stringify([browser, username]);
    const names = this.#waiting.get(address);
    const sameName = names?.get(name)?.length ?? 0;
    let sameAddress = 0;
    for (const works of names?.values() ?? []) sameAddress += works.length;
    const room = browser === null ? waitingOfAddress : waitingWithBrowsers;
    if (sameName >= waitingOfName || sameAddress >= room || this.#size >= waitingAtMost)
      throw new ApiError('LOGIN_BUSY', {}, { headers: { 'retry-after': '2' } });
    return new Promise<T>((resolve, reject) => {
      this.#add(address, name, {
        begin: () => {
          this.#running += 1;
          work()
            .then(resolve, reject)
            .finally(() => {
              this.#running -= 1;
              this.#next();
            });
        },
      });
      this.#next();
    });
  }

  #add(address: string, name: string, work: Work): void {
    const names = this.#waiting.get(address) ?? new Map<string, Work[]>();
    const works = names.get(name) ?? [];
    works.push(work);
    names.set(name, works);
    this.#waiting.set(address, names);
    this.#size += 1;
  }

  #next(): void {
    while (this.#running < atOnce && this.#size > 0) this.#take()?.begin();
  }

  /** The first name's of the first address; both go to the end of their rows. */
  #take(): Work | undefined {
    const [address, names] = first(this.#waiting) ?? [];
    if (address === undefined || names === undefined) return undefined;
    const [name, works] = first(names) ?? [];
    this.#waiting.delete(address);
    if (name === undefined || works === undefined) return undefined;
    names.delete(name);
    const work = works.shift();
    if (works.length > 0) names.set(name, works);
    if (names.size > 0) this.#waiting.set(address, names);
    this.#size -= 1;
    return work;
  }
}

function first<K, V>(map: ReadonlyMap<K, V>): [K, V] | undefined {
  for (const entry of map) return entry;
  return undefined;
}
