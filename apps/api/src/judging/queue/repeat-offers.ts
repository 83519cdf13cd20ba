import type { RepeatRepository } from '../tasks/repeat-repository.ts';
import type { QueueDispatcher } from './queue-dispatcher.ts';

/** Repeats of suspect runs, given to the queue when there is a suitable host for them. */
export class RepeatOffers {
  readonly #repository: RepeatRepository;
  readonly #dispatcher: QueueDispatcher;

  constructor(repository: RepeatRepository, dispatcher: QueueDispatcher) {
    this.#repository = repository;
    this.#dispatcher = dispatcher;
  }

  async offer(): Promise<void> {
    await this.#dispatcher.deliver(await this.#repository.withGoodMoment());
  }
}
