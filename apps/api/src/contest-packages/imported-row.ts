/** A row of a package as it is written here: unchanged where the package comes to an empty system. */
import { randomBytes } from 'node:crypto';
import type { PackagedKind } from '@sandglass/contracts';
import { renamedRow, type ImportPlan } from './import-plan.ts';
import type { PackagedTableName } from './package-row-conditions.ts';
import { jsonOf, type ReadContestPackage, type Row } from './read-contest-package.ts';

const kindOfTable: Readonly<Partial<Record<PackagedTableName, PackagedKind>>> = {
  organisation: 'organisations',
  team_group: 'groups',
  team: 'teams',
  person: 'persons',
  account: 'accounts',
  problem: 'problems',
};
/** Rows that come and go with a version of a problem. */
const ofVersion: ReadonlySet<PackagedTableName> = new Set([
  'package_file',
  'test_case',
  'statement',
  'attachment',
  'jury_submission',
]);
/** Values that are a UUID and nothing else; in a longer text the quotes would be escaped. */
const quotedUuid = /"([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-)([0-9a-f]{12})"/g;

export class ImportedRows {
  readonly #plan: ImportPlan;
  readonly #from: string;
  /** Added to every UUID, where all of them are new here: they keep their order. */
  readonly #shift: bigint | null;
  readonly #isPlain: boolean;

  constructor(content: ReadContestPackage, plan: ImportPlan) {
    this.#plan = plan;
    this.#from = content.header.contest;
    const isRenamed = plan.contestId !== this.#from;
    this.#shift = isRenamed ? BigInt(`0x${randomBytes(6).toString('hex')}`) : null;
    this.#isPlain =
      !isRenamed && plan.uuids.size === 0 && Object.values(plan.present).every(({ size }) => size === 0);
  }

  /** The id here of a row whose id is a UUID. */
  uuid(id: string): string {
    return this.#plan.uuids.get(id) ?? this.#shifted(id.slice(0, 24), id.slice(24));
  }

  /** @returns null: it is here already */
  line(table: PackagedTableName, line: string): string | null {
    // The version that it names comes later.
    if (this.#isPlain && table !== 'problem') return line;
    const row = jsonOf(line, table) as Row;
    if (this.#isPresent(table, row)) return null;
    const { names } = this.#plan;
    const renamed = renamedRow(row, names);
    const kind = kindOfTable[table];
    if (kind !== undefined && kind !== 'accounts') renamed['id'] = names[kind].get(String(row['id']));
    if (table === 'problem') renamed['current_version_id'] = null;
    if (table === 'problem_version') renamed['number'] = this.#plan.versionNumbers.get(String(row['id']));
    if (this.#shift !== null) this.#renameContest(table, renamed);
    return JSON.stringify(renamed).replaceAll(
      quotedUuid,
      (_whole, head: string, tail: string) =>
        `"${this.#plan.uuids.get(head + tail) ?? this.#shifted(head, tail)}"`,
    );
  }

  #isPresent(table: PackagedTableName, row: Row): boolean {
    const { present, uuids } = this.#plan;
    const has = (kind: PackagedKind, column: string): boolean => present[kind].has(String(row[column]));
    const kind = kindOfTable[table];
    if (kind !== undefined) return has(kind, kind === 'accounts' ? 'username' : 'id');
    if (table === 'team_group_member') return has('teams', 'team_id');
    if (table === 'person_team') return has('teams', 'team_id') && has('persons', 'person_id');
    if (table === 'problem_version') return uuids.has(String(row['id']));
    return ofVersion.has(table) && uuids.has(String(row['version_id']));
  }

  #renameContest(table: PackagedTableName, row: Record<string, unknown>): void {
    const { contestId, names } = this.#plan;
    if (table === 'contest') row['id'] = contestId;
    for (const column of ['contest_id', 'open_contest_id'])
      if (row[column] === this.#from) row[column] = contestId;
    if (table === 'audit_log') {
      if (row['target'] === this.#from) row['target'] = contestId;
      if (row['target'] === `contest ${this.#from}`) row['target'] = `contest ${contestId}`;
    }
    if (table === 'contest_event') row['data'] = this.#renamedValues(row['data']);
    if (table === 'rejudging' || table === 'wall_limit_proposal')
      for (const column of ['filter', 'board_change', 'evidence'])
        if (Object.hasOwn(row, column)) row[column] = this.#renamedValues(row[column]);
    if (table === 'award_edit') {
      row['award_id'] = renamedAward(String(row['award_id']), names);
      for (const column of ['added', 'removed'])
        if (Array.isArray(row[column]))
          row[column] = row[column].map((team) => names.teams.get(String(team)) ?? team);
    }
  }

  #renamedValues(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((one) => this.#renamedValues(one));
    if (value === null || typeof value !== 'object') return value;
    const { teams, problems } = this.#plan.names;
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => {
        if (key === 'teamId' && typeof one === 'string') return [key, teams.get(one) ?? one];
        if (key === 'problemId' && typeof one === 'string') return [key, problems.get(one) ?? one];
        // Of a filter.
        if (key === 'teams' && Array.isArray(one))
          return [key, one.map((team) => (typeof team === 'string' ? (teams.get(team) ?? team) : team))];
        return [key, this.#renamedValues(one)];
      }),
    );
  }

  #shifted(head: string, tail: string): string {
    if (this.#shift === null) return head + tail;
    return head + (BigInt(`0x${tail}`) ^ this.#shift).toString(16).padStart(12, '0');
  }
}

function renamedAward(award: string, names: ImportPlan['names']): string {
  for (const [prefix, kind] of [
    ['first-to-solve-', 'problems'],
    ['group-winner-', 'groups'],
  ] as const)
    if (award.startsWith(prefix)) {
      const id = award.slice(prefix.length);
      return prefix + (names[kind].get(id) ?? id);
    }
  return award;
}
