/**
 * A host on which task after task fails for reasons of its own (a full disk, a broken compiler) would turn away work that
 * others could do, and always have a free slot for more of it. So it takes nothing for a while, then a single task to see.
 *
 * A task that fails may be its problem's fault as well, or its submission's. Only failures in a row, of different problems,
 * raise the question, and then the host proves itself: it judges a known program in the language of the last one. Where
 * that goes well, the failures were not the host's, however many one team sends. A disk that cannot be written speaks for itself.
 */
import { codeOf, messageOf } from '../platform/errors.ts';

export interface FailureWatchOptions {
  /** Called when the host may take more or fewer tasks than before. */
  readonly onChange: () => void;
  /** Whether the host's folders can be written: null when they can, else why not. */
  readonly checkDisk: () => Promise<string | null>;
  /** Until a single task is tried; doubled each time that fails as well, eight times as long at most. */
  readonly waitMs?: number;
}

const inARow = 3;
const longestFactor = 8;
/**
 * The api's, the package's, a compiler that was never here, or a program beside which a known one ran well each time:
 * others of the host's tasks go well all the same.
 */
const noFaultOfTheHost = new Set([
  'HOST_API_UNREACHABLE',
  'HOST_API_REFUSED',
  'HOST_API_ANSWER',
  'HOST_LEASE_LOST',
  'JUDGE_LANGUAGE_UNKNOWN',
  'JUDGE_LANGUAGE_UNAVAILABLE',
  'JUDGE_VALIDATOR_NOT_COMPILED',
  'JUDGE_NO_INTERACTOR',
  'JUDGE_BREAKS_SLOT',
]);
/** No submission can cause these, and a known program needs nothing of what fails here. */
const faultOfNoSubmission = new Set([
  'HOST_FILE_DAMAGED',
  'HOST_SLOT_BROKEN',
  'HOST_IMAGE_MISSING',
  'JUDGE_FILES_MISSING',
  'JUDGE_WORK_FOLDER',
]);
const diskCodes = new Set(['HOST_DISK', 'ENOSPC', 'EDQUOT', 'EROFS', 'EIO']);

export class FailureWatch {
  readonly #options: FailureWatchOptions;
  /** Problems of the failures since the last task that was judged. */
  readonly #problems: string[] = [];
  #why: string | null = null;
  /** One task is accepted as a trial. */
  #trying = false;
  #factor = 1;
  #proving = false;
  #closed = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: FailureWatchOptions) {
    this.#options = options;
  }

  /** Tasks at once as far as this goes. */
  get allowed(): number {
    if (this.#why === null) return Number.POSITIVE_INFINITY;
    return this.#trying ? 1 : 0;
  }

  /** Why the host takes less than it could; null: it does not. */
  get why(): string | null {
    return this.#why;
  }

  judged(): void {
    this.#problems.length = 0;
    if (this.#why === null) return;
    this.#why = null;
    this.#trying = false;
    this.#factor = 1;
    clearTimeout(this.#timer);
    this.#options.onChange();
  }

  /**
   * @param problem what the task was of: one that is broken is no fault of the host's
   * @param prove judges a known program the way the task was judged: null when that goes well, else why not. Must not reject
   */
  failed(problem: string, error: unknown, prove?: () => Promise<string | null>): void {
    if (codesOf(error).some((code) => noFaultOfTheHost.has(code))) return;
    this.#problems.push(problem);
    const disk = codesOf(error).some((code) => diskCodes.has(code));
    const many = this.#problems.length >= inARow && new Set(this.#problems).size > 1;
    // What was begun before says nothing new.
    if (this.#why !== null && !this.#trying) return;
    if (!disk && !many && this.#why === null) return;
    const cause = messageOf(error);
    if (disk) this.#rest(`the disk cannot be written: ${cause}`);
    else if (prove === undefined || codesOf(error).some((code) => faultOfNoSubmission.has(code)))
      this.#rest(this.#count(cause));
    else void this.#ask(prove, this.#count(cause));
  }

  #count(cause: string): string {
    return `${String(this.#problems.length)} tasks in a row have failed here, the last by: ${cause}`;
  }

  /** Whether the failures were the host's. */
  async #ask(prove: () => Promise<string | null>, failures: string): Promise<void> {
    if (this.#proving) return;
    this.#proving = true;
    const trouble = await prove();
    this.#proving = false;
    // What happened in between has answered it.
    if (this.#closed || this.#problems.length === 0 || (this.#why !== null && !this.#trying)) return;
    if (trouble === null) this.judged();
    else this.#rest(`${failures}; a known program fails as well: ${trouble}`);
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  #rest(why: string): void {
    const { waitMs = 30_000, onChange } = this.#options;
    if (this.#trying) this.#factor = Math.min(longestFactor, this.#factor * 2);
    this.#why = why;
    this.#trying = false;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#try(), waitMs * this.#factor);
    onChange();
  }

  async #try(): Promise<void> {
    const trouble = await this.#options.checkDisk();
    if (this.#why === null) return;
    if (trouble !== null) {
      this.#rest(`the disk cannot be written: ${trouble}`);
      return;
    }
    this.#trying = true;
    this.#options.onChange();
  }
}

/** Of the error and of those beneath it. */
function codesOf(error: unknown): string[] {
  return error instanceof Error ? [codeOf(error), ...codesOf(error.cause)] : [];
}
