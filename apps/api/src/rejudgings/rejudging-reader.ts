/** What the jury sees of rejudgings: their list, their progress, what each would change. */
import type {
  RejudgedList,
  RejudgedQuery,
  Rejudging,
  RejudgingList,
  RejudgingPreview,
} from '@sandglass/contracts';
import type { ContestCache } from '../contests/contest-cache.ts';
import type { ContestModel } from '../contests/contest-model.ts';
import type { Database } from '../platform/database/database.ts';
import { ApiError } from '../platform/errors/api-error.ts';
import { StaleWhileRevalidate } from '../platform/lib/stale-while-revalidate.ts';
import { fittingIds, readGroups, type RejudgedGroup } from './rejudged-group-repository.ts';
import { readRejudged } from './rejudged-submission-repository.ts';
import { previewRejudging, rejudgedView } from './rejudging-preview.ts';
import {
  countRejudgings,
  findRejudging,
  readRejudgings,
  type RejudgingRow,
} from './rejudging-row-repository.ts';

/** What a key says it is of never changes. */
const forGood = { freshMs: Infinity, usableMs: Infinity, maxEntries: 4 };

export class RejudgingReader {
  readonly #database: Database;
  readonly #contests: ContestCache;
  readonly #groups = new StaleWhileRevalidate<readonly RejudgedGroup[]>(forGood);
  readonly #previews = new StaleWhileRevalidate<RejudgingPreview>(forGood);
  /** Of those that are being made. */
  readonly #unsettled = new StaleWhileRevalidate<readonly RejudgedGroup[]>({
    freshMs: 1000,
    usableMs: 1000,
    maxEntries: 4,
  });

  constructor(database: Database, contests: ContestCache) {
    this.#database = database;
    this.#contests = contests;
  }

  /** Newest first. @returns `next`: give it as `before` to get the next page */
  async list(
    contest: ContestModel,
    page: { readonly before?: string | undefined; readonly limit: number },
  ): Promise<RejudgingList> {
    const { before, limit } = page;
    const asked = { contestId: contest.id, before, limit: limit + 1 };
    const [found, counts] = await Promise.all([
      limit === 0 ? [] : readRejudgings(this.#database, asked),
      countRejudgings(this.#database, contest.id),
    ]);
    const rejudgings = found.slice(0, limit);
    return { rejudgings, next: found.length > limit ? (rejudgings.at(-1)?.id ?? null) : null, ...counts };
  }

  /** @throws ApiError REJUDGING_UNKNOWN */
  async read(id: string): Promise<Rejudging> {
    const found = (await readRejudgings(this.#database, { id }))[0];
    if (found === undefined) throw new ApiError('REJUDGING_UNKNOWN', { rejudging: id });
    return found;
  }

  /** @throws ApiError REJUDGING_UNKNOWN */
  async preview(id: string): Promise<RejudgingPreview> {
    const rejudging = await this.#find(id);
    const contest = this.#contests.get(rejudging.contestId);
    const find = async (): Promise<RejudgingPreview> =>
      previewRejudging(rejudging, contest, await this.#grouped(rejudging));
    const key = this.#momentOf(rejudging);
    return key === null ? find() : this.#previews.get(key, find);
  }

  /** A page of those of a cell of the matrix, or of a kind. @throws ApiError REJUDGING_UNKNOWN */
  async submissions(id: string, query: RejudgedQuery): Promise<RejudgedList> {
    const rejudging = await this.#find(id);
    const fitting = fittingIds(await this.#grouped(rejudging), query);
    const { cursor, limit } = query;
    const start = cursor === undefined ? 0 : fitting.findIndex((submissionId) => submissionId > cursor);
    const page = start < 0 ? [] : fitting.slice(start, start + limit);
    const more = start >= 0 && start + limit < fitting.length;
    const rows = await readRejudged(this.#database, id, rejudging.repeats, page);
    return {
      count: fitting.length,
      submissions: rows.map(rejudgedView),
      next: more ? (page.at(-1) ?? null) : null,
    };
  }

  async #find(id: string): Promise<RejudgingRow> {
    const rejudging = await findRejudging(this.#database, id);
    if (rejudging === null) throw new ApiError('REJUDGING_UNKNOWN', { rejudging: id });
    return rejudging;
  }

  /** Asked for by every page that is open, again and again: read once for all of them, and for every page of a list. */
  #grouped(rejudging: RejudgingRow): Promise<readonly RejudgedGroup[]> {
    const { id, repeats } = rejudging;
    const read = () => readGroups(this.#database, id, repeats);
    const key = this.#momentOf(rejudging);
    return key === null ? this.#unsettled.get(id, read) : this.#groups.get(key, read);
  }

  /**
   * Each of its verdicts is committed with an event, as are a verdict that another judging gives in between and every
   * change of the scoreboard: in the same state and at the same place in the log it is the same.
   * @returns null while it is being made: submissions are then added, and leave it again, without an event
   */
  #momentOf({ id, state, contestId }: RejudgingRow): string | null {
    return state === 'created' ? null : `${id} ${state} ${this.#contests.get(contestId).seq}`;
  }
}
