/** A team and an account for somebody whom the OpenID provider knows and we do not, in the group that takes them. */
import { nameLikeness } from '@sandglass/domain';
import type { Actor } from '../audit/audit-log.ts';
import { recordAudit } from '../audit/audit-log.ts';
import type { Units } from '../events/unit-of-work.ts';
import { auditedChanges } from '../people/audited-changes.ts';
import { peopleDifference } from '../people/people-difference.ts';
import { readPeople } from '../people/people-repository.ts';
import { slugOfName } from '../people/slug-of-name.ts';
import { lockPeople, writePeople } from '../people/write-people.ts';

/** @returns false: there is an account of that name by now, or the group is gone, or the name is none a team can have */
export async function makeAccount(
  units: Units,
  { username, name, group }: { username: string; name: string; group: string },
  actor: Actor,
): Promise<boolean> {
  return units.run(async (unit) => {
    await lockPeople(unit);
    const present = await readPeople(unit);
    if (present.accounts.has(username) || !present.groups.has(group)) return false;
    const teamId = slugOfName(username, '', (id) => present.teams.has(id));
    const place = { file: '', line: null };
    // The name at the provider is its owner's choice: it must not pass for another team's.
    const isTaken = [...present.teams.values()].some((team) =>
      [team.name, team.displayName ?? ''].some((one) => nameLikeness(one) === nameLikeness(name)),
    );
    const shown = isTaken ? username : name;
    const difference = peopleDifference(present, [
      { kind: 'teams', id: teamId, fields: { name: shown, groupIds: [group] }, place },
      {
        kind: 'accounts',
        id: username,
        fields: { displayName: shown, role: 'contestant', teamId },
        place,
      },
    ]);
    if (difference.faults.length > 0) return false;
    await writePeople(unit, difference);
    await recordAudit(unit, { ...actor, username }, 'account.single-sign-on', username, {
      changes: auditedChanges(difference.changes.map(({ change }) => change)),
    });
    return true;
  });
}
