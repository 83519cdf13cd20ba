/** Introduces the host to the api: at the start, with a new token, and whenever the api does not know it any more. */
import { randomUUID } from 'node:crypto';
import type { RegisterAnswer, RegisterRequest } from '@sandglass/contracts';
import type { ApiClient } from './api-client.ts';
import { retry } from './backoff.ts';
import { ApiRefused, ApiUnreachable, messageOf } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';

export interface RegistrationOptions {
  readonly api: ApiClient;
  readonly software: string;
  readonly stopping: AbortSignal;
  readonly log: Log;
  /** What there is to say of the host at this moment. */
  readonly compose: () => Promise<Omit<RegisterRequest, 'software' | 'process'>>;
  /** Awaited before the host counts as registered. */
  readonly onAnswer: (answer: RegisterAnswer) => Promise<void>;
}

export class Registration {
  readonly #options: RegistrationOptions;
  /** Shows the api that the same process registers again. */
  readonly #process = randomUUID();

  constructor(options: RegistrationOptions) {
    this.#options = options;
    options.api.onNewToken = () => void this.again();
  }

  /** Tries until the api answers. @throws when the host is stopped before */
  async register(): Promise<RegisterAnswer> {
    const { api, log, software, stopping, compose, onAnswer } = this.#options;
    const introduce = async (): Promise<RegisterAnswer> =>
      api.register({ ...(await compose()), software, process: this.#process });
    const answer = await retry(introduce, {
      firstMs: 100,
      longestMs: 5_000,
      signal: stopping,
      // A wrong token may be made right at the other end; until then saying so is all that can be done.
      retriable: (error) => error instanceof ApiUnreachable || error instanceof ApiRefused,
      onRetry: (error, waitMs, tries) => {
        const level = error instanceof ApiRefused ? 'error' : tries < 4 ? 'info' : 'warn';
        log[level]({ reason: messageOf(error), waitMs }, 'not registered yet');
      },
    });
    await onAnswer(answer);
    return answer;
  }

  /** As long as the host is not stopped. */
  async again(): Promise<void> {
    try {
      await this.register();
    } catch (error) {
      this.#options.log.debug({ reason: messageOf(error) }, 'stopped while registering');
    }
  }
}
