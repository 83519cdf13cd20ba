import {
  adminContestsSchema,
  contestDefinitionSchema,
  contestDeletionSchema,
  contestSummarySchema,
  type AdminContest,
  type CloneContestRequest,
  type ContestDefinition,
  type ContestDeletion,
  type ContestSummary,
  type ReadContestDefinition,
} from '@sandglass/contracts';
import type { Http } from './http.ts';

/** Contests as an administrator keeps them: made, copied, archived, deleted. */
export class ContestLife {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Archived ones as well. */
  async list(): Promise<AdminContest[]> {
    return (await this.#http.get('/api/admin/contests', adminContestsSchema)).contests;
  }

  /** One that is there with its id is refused. */
  create(definition: ContestDefinition): Promise<ContestSummary> {
    return this.#http.send('POST', '/api/admin/contests', contestSummarySchema, definition, {
      'if-none-match': '*',
    });
  }

  definition(contest: string): Promise<ReadContestDefinition> {
    return this.#http.get(
      `/api/admin/contests/${encodeURIComponent(contest)}/definition.json`,
      contestDefinitionSchema,
    );
  }

  clone(contest: string, wishes: CloneContestRequest): Promise<ContestSummary> {
    const path = `/api/admin/contests/${encodeURIComponent(contest)}/clone`;
    return this.#http.send('POST', path, contestSummarySchema, wishes);
  }

  move(contest: string, what: 'archive' | 'restore', reason = ''): Promise<ContestSummary> {
    const path = `/api/contests/${encodeURIComponent(contest)}/${what}`;
    return this.#http.send('POST', path, contestSummarySchema, { reason });
  }

  /** What would be lost. */
  deletion(contest: string): Promise<ContestDeletion> {
    return this.#http.get(`/api/contests/${encodeURIComponent(contest)}/deletion`, contestDeletionSchema);
  }

  delete(contest: string, name: string, reason = ''): Promise<ContestDeletion> {
    const path = `/api/contests/${encodeURIComponent(contest)}/deletion`;
    return this.#http.send('POST', path, contestDeletionSchema, { name, reason });
  }
}
