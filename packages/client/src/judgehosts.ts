import {
  createJudgehostAnswerSchema,
  createRegistrationTokenAnswerSchema,
  fleetDifferencesSchema,
  healthPeriodSchema,
  joinAnswerSchema,
  judgehostSchema,
  registrationTokenSchema,
  warmUpAnswerSchema,
  type ChangeJudgehostRequest,
  type CreateJudgehostAnswer,
  type CreateRegistrationTokenAnswer,
  type CreateRegistrationTokenRequest,
  type FleetDifferences,
  type HealthPeriod,
  type HostMode,
  type HostRestrictions,
  type Judgehost,
  type RegistrationToken,
  type WarmUpAnswer,
} from '@sandglass/contracts';
import { z } from 'zod';
import type { Http } from './http.ts';

const listSchema = fleetDifferencesSchema.extend({ judgehosts: z.array(judgehostSchema) });

/** All that can be done with judgehosts; hosts are named by their ids. */
export class Judgehosts {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** With the images contests need of them, and where they differ and should not. */
  list(): Promise<FleetDifferences & { judgehosts: Judgehost[] }> {
    return this.#http.get('/api/judgehosts', listSchema);
  }

  one(id: string): Promise<Judgehost> {
    return this.#http.get(`/api/judgehosts/${id}`, judgehostSchema);
  }

  /** Lets one host join, once. */
  invite(request: CreateRegistrationTokenRequest = {}): Promise<CreateRegistrationTokenAnswer> {
    return this.#http.send(
      'POST',
      '/api/admin/registration-tokens',
      createRegistrationTokenAnswerSchema,
      request,
    );
  }

  /** Newest first, without their secrets. */
  async invitations(): Promise<RegistrationToken[]> {
    const schema = z.object({ tokens: z.array(registrationTokenSchema) });
    return (await this.#http.get('/api/admin/registration-tokens', schema)).tokens;
  }

  /** Takes back an invitation that nobody has used. */
  async takeBack(invitation: string): Promise<void> {
    await this.#http.request('DELETE', `/api/admin/registration-tokens/${invitation}`);
  }

  /** Trades an invitation for a host's own token; needs no account. */
  join(token: string, name: string): Promise<CreateJudgehostAnswer> {
    return this.#http.send('POST', '/api/judgehost/join', joinAnswerSchema, { token, name });
  }

  /** A new token for a host; the old one is void at once. */
  rotate(id: string): Promise<CreateJudgehostAnswer> {
    return this.#http.send('POST', `/api/judgehosts/${id}/rotate`, createJudgehostAnswerSchema, undefined);
  }

  /** A new token for the host whose token this client has. */
  rotateOwn(): Promise<CreateJudgehostAnswer> {
    return this.#http.send('POST', '/api/judgehost/rotate', createJudgehostAnswerSchema, undefined);
  }

  /** Shuts a host out. @returns how many of its tasks are judged elsewhere */
  async revoke(id: string): Promise<number> {
    const schema = z.object({ released: z.number().int() });
    return (await this.#http.send('POST', `/api/judgehosts/${id}/revoke`, schema, {})).released;
  }

  /** Deletes a host that never registered. */
  async remove(id: string): Promise<void> {
    await this.#http.request('DELETE', `/api/judgehosts/${id}`);
  }

  change(id: string, request: ChangeJudgehostRequest): Promise<Judgehost> {
    return this.#http.send('PATCH', `/api/judgehosts/${id}`, judgehostSchema, request);
  }

  /** `drain`: it finishes what it has; `off`: it hands that back as well. */
  setMode(id: string, mode: HostMode, reason?: string): Promise<Judgehost> {
    return this.change(id, { mode, ...(reason === undefined ? {} : { reason }) });
  }

  /** Keeps a host for some work. What is left out it may do all of; null: everything. */
  restrict(id: string, restrictions: Partial<HostRestrictions> | null): Promise<Judgehost> {
    return this.change(id, {
      restrictions: { contests: null, problems: null, languages: null, ...restrictions },
    });
  }

  /** What a host has been through, newest first. */
  async health(id: string, limit = 100): Promise<HealthPeriod[]> {
    const schema = z.object({ periods: z.array(healthPeriodSchema) });
    return (await this.#http.get(`/api/judgehosts/${id}/health?limit=${String(limit)}`, schema)).periods;
  }

  /**
   * Has hosts fetch a contest's test data now.
   * @param judgehosts names; absent: all, also those that join later
   */
  warmUp(contest: string, judgehosts?: readonly string[]): Promise<WarmUpAnswer> {
    const asked = judgehosts === undefined ? {} : { judgehosts };
    return this.#http.send('POST', `/api/contests/${contest}/warm-up`, warmUpAnswerSchema, asked);
  }

  /** How far they are with it. */
  warmUpProgress(contest: string): Promise<WarmUpAnswer> {
    return this.#http.get(`/api/contests/${contest}/warm-up`, warmUpAnswerSchema);
  }
}
