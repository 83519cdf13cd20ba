/**
 * All contests in memory, kept fresh by tailing their event logs.
 *
 * `seq` is the truth: a notification only says "look now", and a poll looks anyway, so
 * nothing depends on a message arriving.
 */
import type { ContestEvent } from '@sandglass/contracts';
import type { ScoreboardKind } from '@sandglass/domain';
import { ApiError } from '../platform/errors/api-error.ts';
import { Coalesced } from '../platform/lib/coalesced.ts';
import type { Log } from '../platform/lib/log.ts';
import { PeriodicJob } from '../platform/lib/periodic-job.ts';
import { ContestModel } from './contest-model.ts';
import type { ContestRepository } from './contest-repository.ts';

/** Called after new events are in the model. */
export interface ContestListener {
  onEvents(
    contest: ContestModel,
    events: readonly ContestEvent[],
    boards: ReadonlySet<ScoreboardKind>,
  ): Promise<void>;
  /** It has been deleted. */
  onGone?(contest: ContestModel): void;
}

const pollMs = 1000;
const batchSize = 1000;

export class ContestCache {
  readonly #repository: ContestRepository;
  readonly #log: Log;
  readonly #now: () => number;
  readonly #models = new Map<string, ContestModel>();
  readonly #catchingUp = new Coalesced((id) => this.#read(id));
  readonly #listeners: ContestListener[] = [];
  readonly #polling: PeriodicJob;

  /** @param now the contests' clock, ms */
  constructor(repository: ContestRepository, log: Log, now: () => number = Date.now) {
    this.#now = now;
    this.#repository = repository;
    this.#log = log;
    this.#polling = new PeriodicJob({
      everyMs: pollMs,
      go: () => this.poll(),
      failed: 'contests could not be polled',
      log,
    });
  }

  listen(listener: ContestListener): void {
    this.#listeners.push(listener);
  }

  async open(): Promise<void> {
    await this.poll();
    this.#polling.open();
  }

  close(): Promise<void> {
    return this.#polling.close();
  }

  all(): ContestModel[] {
    return [...this.#models.values()];
  }

  find(id: string): ContestModel | undefined {
    return this.#models.get(id);
  }

  /** @throws ApiError CONTEST_UNKNOWN */
  get(id: string): ContestModel {
    const model = this.#models.get(id);
    if (model === undefined) throw new ApiError('CONTEST_UNKNOWN', { contest: id });
    return model;
  }

  async poll(): Promise<void> {
    const heads = await this.#repository.heads();
    await Promise.all(
      heads
        .filter(({ id, lastSeq }) => this.#models.get(id)?.seq !== lastSeq || lastSeq === 0)
        .map(({ id }) => this.catchUp(id)),
    );
    const known = new Set(heads.map(({ id }) => id));
    for (const [id, model] of this.#models) {
      if (known.has(id)) continue;
      this.#models.delete(id);
      for (const listener of this.#listeners) listener.onGone?.(model);
    }
  }

  /** Reads what the log has and the model has not. Calls during a run cause one more run, not one each. */
  catchUp(contestId: string): Promise<void> {
    return this.#catchingUp.run(contestId);
  }

  async #read(contestId: string): Promise<void> {
    let model = this.#models.get(contestId);
    const isNew = model === undefined;
    if (model === undefined) {
      const definition = await this.#repository.definition(contestId);
      if (definition === null) return;
      model = new ContestModel(definition, this.#now);
    }
    for (;;) {
      const events = await this.#repository.eventsAfter(contestId, model.seq, batchSize);
      if (events.length > 0) {
        // A new model's definition too: it was read before the log, and may be older than these events.
        const renewal = renewalFor(events);
        if (renewal !== null) {
          const definition = await this.#repository.definition(contestId);
          if (definition !== null) model.redefine(definition, renewal);
        }
        const boards = new Set<ScoreboardKind>();
        for (const event of events) for (const kind of model.apply(event)) boards.add(kind);
        if (!isNew) await this.#notify(model, events, boards);
      }
      if (events.length < batchSize) break;
    }
    this.#models.set(contestId, model);
  }

  async #notify(
    model: ContestModel,
    events: readonly ContestEvent[],
    boards: ReadonlySet<ScoreboardKind>,
  ): Promise<void> {
    for (const listener of this.#listeners) {
      await listener.onEvents(model, events, boards).catch((error: unknown) => {
        this.#log.error({ err: error, contest: model.id }, 'events could not be passed on');
      });
    }
  }
}

/** What events change besides verdicts: only limits of the wall clock, which no board shows, or more; null: nothing. */
function renewalFor(events: readonly ContestEvent[]): 'limits' | 'all' | null {
  const changes = events.flatMap(({ data }) =>
    data.type === 'contest' || data.type === 'team' ? data.change : [],
  );
  if (changes.some((change) => !change.startsWith('wall-limit'))) return 'all';
  return changes.includes('wall-limit') ? 'limits' : null;
}
