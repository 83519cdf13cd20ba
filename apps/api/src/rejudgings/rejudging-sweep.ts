/** Looks every second for rejudgings that a crash or a lost message has left half way. */
import type { Log } from '../http/app-type.ts';
import type { RejudgingService } from './rejudging-service.ts';

const intervalMs = 1000;

export class RejudgingSweep {
  readonly #service: RejudgingService;
  readonly #log: Log;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;

  constructor(service: RejudgingService, log: Log) {
    this.#service = service;
    this.#log = log;
  }

  open(): void {
    this.#timer = setInterval(() => {
      this.#running ??= this.#service
        .resume()
        .catch((error: unknown) =>
          this.#log.warn({ err: error }, 'rejudgings could not be looked after; the next look tries again'),
        )
        .finally(() => {
          this.#running = undefined;
        });
    }, intervalMs);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }
}
