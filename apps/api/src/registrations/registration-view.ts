/** A registration as its registrant sees it, and as administrators do. */
import { registrationStateSchema, type OwnRegistration, type Registration } from '@sandglass/contracts';
import type { Prisma } from '../generated/prisma/client.ts';

/** What a view needs beside the row. */
export const withNames = {
  group: { select: { name: true } },
  organisation: { select: { name: true, country: true } },
} as const;

export type RegistrationRow = Prisma.RegistrationGetPayload<{ include: typeof withNames }>;

export function ownView(row: RegistrationRow): OwnRegistration {
  return {
    state: registrationStateSchema.parse(row.state),
    team: row.teamName,
    groupName: row.group.name,
    organisation: row.organisation?.name ?? row.organisationName,
    members: row.members,
    username: row.username,
    createdAt: row.createdAt.toISOString(),
    decidedAt: row.decidedAt?.toISOString() ?? null,
    reason: row.reason,
  };
}

export function adminView(row: RegistrationRow): Registration {
  return {
    ...ownView(row),
    id: row.id,
    group: row.groupId,
    organisationId: row.organisationId,
    country: row.organisation === null ? row.country : row.organisation.country,
    email: row.email,
    address: row.address,
    decidedBy: row.decidedBy,
    teamId: row.teamId,
  };
}
