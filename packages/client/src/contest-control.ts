import {
  contestChangeAnswerSchema,
  contestControlSchema,
  type ChangeContestRequest,
  type ContestActionRequest,
  type ContestChangeAnswer,
  type ContestControl as ControlView,
} from '@sandglass/contracts';
import type { Http } from './http.ts';

/** How a contest is run: what an administrator changes while it lives. */
export class ContestControl {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  show(contest: string): Promise<ControlView> {
    return this.#http.get(`/api/contests/${encodeURIComponent(contest)}/control`, contestControlSchema);
  }

  /** What is left out stays as it is. @param how as of {@link act} */
  change(
    contest: string,
    change: ChangeContestRequest,
    how: 'apply' | 'dryRun' = 'apply',
  ): Promise<ContestChangeAnswer> {
    const query = how === 'dryRun' ? '?dryRun=1' : '';
    return this.#http.send(
      'PATCH',
      `/api/contests/${encodeURIComponent(contest)}${query}`,
      contestChangeAnswerSchema,
      change,
    );
  }

  /** @param how `dryRun`: nothing is changed, and the answer says what would be */
  act(
    contest: string,
    action: ContestActionRequest,
    how: 'apply' | 'dryRun' = 'apply',
  ): Promise<ContestChangeAnswer> {
    const query = how === 'dryRun' ? '?dryRun=1' : '';
    return this.#http.send(
      'POST',
      `/api/contests/${encodeURIComponent(contest)}/actions${query}`,
      contestChangeAnswerSchema,
      action,
    );
  }
}
