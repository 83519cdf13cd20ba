/**
 * The operator of this machine: every process that may read a file of root's beside the data folder. The commands that
 * start and keep the system (`up`, `import`, `judgehost invite`) log in as the operator, so that they depend on no
 * person's password and no account's lock.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { bearerToken, type Identity } from '../platform/http/access.ts';

/** As in the audit log. No account can be called so: names of accounts have no spaces. */
export const operatorName = 'operator (this machine)';

const identity: Identity = {
  // Of no account.
  accountId: '00000000-0000-0000-0000-000000000000',
  username: operatorName,
  displayName: 'Operator of this machine',
  role: 'admin',
  teamId: null,
  teamName: null,
  mustChangePassword: false,
  session: null,
};

/** Whose addresses a proxy, or a browser behind one, would have named. */
const proxyHeaders = ['forwarded', 'x-forwarded-for', 'via'];

export class Operator {
  readonly #hash: Buffer | null;

  /** @param hash SHA-256 of the token, hexadecimal; null: there is no operator */
  constructor(hash: string | null) {
    this.#hash = hash === null ? null : Buffer.from(hash, 'hex');
  }

  /** Null unless the token is right and the request was made on this machine, past every proxy. */
  identify(request: Pick<FastifyRequest, 'headers' | 'socket'>): Identity | null {
    const token = bearerToken(request);
    if (this.#hash === null || token === null || !isLocal(request)) return null;
    return timingSafeEqual(createHash('sha256').update(token).digest(), this.#hash) ? identity : null;
  }
}

function isLocal({ headers, socket }: Pick<FastifyRequest, 'headers' | 'socket'>): boolean {
  if (proxyHeaders.some((name) => headers[name] !== undefined)) return false;
  const { remoteAddress: remote, localAddress: local } = socket;
  if (remote === undefined) return false;
  // Who calls this machine by another of its addresses comes from that same address.
  return remote === local || remote === '::1' || /^(::ffff:)?127\.\d+\.\d+\.\d+$/.test(remote);
}
