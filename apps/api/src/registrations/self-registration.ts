/**
 * What strangers do: register a team, and see what became of it. In this order, cheapest first: is the group open, are the
 * names in order, has this address registered too much, is the name free; then the password is hashed, in turn with logins.
 */
import { randomBytes } from 'node:crypto';
import type {
  OwnRegistration,
  RegisteredAnswer,
  registerTeamRequestSchema,
  RegistrationOffer,
} from '@sandglass/contracts';
import type { z } from 'zod';
import type { AccountsModule } from '../accounts/module.ts';
import { recordAudit, type Actor } from '../audit/audit-log.ts';
import type { Units } from '../events/unit-of-work.ts';
import { slugOfName } from '../people/slug-of-name.ts';
import { lockPeople } from '../people/write-people.ts';
import type { Database } from '../platform/database/database.ts';
import type { Typed } from '../platform/database/joined-transaction.ts';
import { ApiError, fieldErrors } from '../platform/errors/api-error.ts';
import { sha256 } from '../platform/lib/sha256.ts';
import { uuidV7 } from '../platform/lib/uuid-v7.ts';
import { namesTrouble, takenTrouble } from './registration-checks.ts';
import { ownView, withNames } from './registration-view.ts';

/** A school behind one address registers its teams in one evening. */
const maxPerAddress = 20;
const addressMs = 3_600_000;
/** Those that wait for a decision, of everybody. */
const maxWaiting = 5_000;
const maxOffered = 5_000;

type Request = z.output<typeof registerTeamRequestSchema>;
type Place = ReturnType<AccountsModule['placeOf']>;

export class SelfRegistration {
  readonly #database: Database;
  readonly #units: Units;
  readonly #hashInTurn: AccountsModule['hashInTurn'];

  constructor(parts: { database: Database; units: Units; hashInTurn: AccountsModule['hashInTurn'] }) {
    this.#database = parts.database;
    this.#units = parts.units;
    this.#hashInTurn = parts.hashInTurn;
  }

  /** Organisations whose teams are all hidden are none that a stranger may learn of. */
  async offer(): Promise<RegistrationOffer> {
    const groups = await this.#database.prisma.teamGroup.findMany({
      where: { selfRegistration: true },
      select: { id: true, name: true },
      orderBy: [{ sortOrder: 'asc' }, { name: 'asc' }],
    });
    if (groups.length === 0) return { groups, organisations: [] };
    const organisations = await this.#database.prisma.organisation.findMany({
      where: {
        teams: { some: { hidden: false, groups: { every: { group: { hidden: false } } } } },
      },
      select: { id: true, name: true, country: true },
      orderBy: { name: 'asc' },
      take: maxOffered,
    });
    return { groups, organisations };
  }

  /** @throws ApiError REGISTRATION_CLOSED, REGISTRATION_INVALID, REGISTRATION_LIMIT, LOGIN_BUSY */
  async register(request: Request, place: Place, actor: Actor): Promise<RegisteredAnswer> {
    const typed = this.#database.prisma;
    await requireOpen(typed, request.group);
    const wrong = namesTrouble(request);
    if (wrong.length > 0) throw fieldErrors('REGISTRATION_INVALID', wrong);
    await requireRoom(typed, place.address);
    await requireFree(typed, request);
    const passwordHash = await this.#hashInTurn(request.password, `register ${request.team}`, place);
    const ticket = randomBytes(24).toString('base64url');
    const row = await this.#units.run(async (unit) => {
      await lockPeople(unit);
      const now = await unit.typed();
      // Others have registered since.
      await requireOpen(now, request.group);
      await requireRoom(now, place.address);
      await requireFree(now, request);
      const made = await now.registration.create({
        data: {
          id: uuidV7(),
          groupId: request.group,
          teamName: request.team,
          organisationId: request.organisationId,
          organisationName: request.organisation,
          country: request.organisation === null ? null : request.country,
          members: request.members,
          email: request.email,
          username: await freeUsername(now, request.team),
          passwordHash,
          ticketHash: sha256(ticket),
          address: place.address,
        },
        include: withNames,
      });
      await recordAudit(unit, actor, 'registration.submit', made.id, {
        group: made.groupId,
        team: made.teamName,
        username: made.username,
      });
      return made;
    });
    return { ticket, registration: ownView(row) };
  }

  /** @throws ApiError REGISTRATION_UNKNOWN */
  async own(ticket: string): Promise<OwnRegistration> {
    const row = await this.#database.prisma.registration.findUnique({
      where: { ticketHash: sha256(ticket) },
      include: withNames,
    });
    if (row === null) throw new ApiError('REGISTRATION_UNKNOWN');
    return ownView(row);
  }
}

async function requireOpen(typed: Typed, group: string): Promise<void> {
  const open = await typed.teamGroup.count({ where: { id: group, selfRegistration: true } });
  if (open === 0) throw new ApiError('REGISTRATION_CLOSED', { group });
}

async function requireRoom(typed: Typed, address: string): Promise<void> {
  const since = new Date(Date.now() - addressMs);
  const [ofAddress, waiting] = [
    await typed.registration.count({ where: { address, createdAt: { gt: since } } }),
    await typed.registration.count({ where: { state: 'pending' } }),
  ];
  const where =
    ofAddress >= maxPerAddress
      ? 'from this address'
      : waiting >= maxWaiting
        ? 'that wait for a decision'
        : null;
  if (where !== null)
    throw new ApiError('REGISTRATION_LIMIT', { where }, { headers: { 'retry-after': '3600' } });
}

async function requireFree(typed: Typed, request: Request): Promise<void> {
  const errors = await takenTrouble(typed, request);
  if (errors.length > 0) throw fieldErrors('REGISTRATION_INVALID', errors);
}

/** Made of the team's name; of no account, and of no other registration that waits. */
async function freeUsername(typed: Typed, team: string): Promise<string> {
  const accounts = await typed.account.findMany({ select: { username: true } });
  const waiting = await typed.registration.findMany({
    where: { state: 'pending' },
    select: { username: true },
  });
  const taken = new Set([...accounts, ...waiting].map(({ username }) => username));
  return slugOfName(team, '', (one) => taken.has(one));
}
