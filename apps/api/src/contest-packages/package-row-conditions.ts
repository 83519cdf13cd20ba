/**
 * Which rows of the database a contest package has. Every table of the schema is here or in {@link leftOutTables}, with the
 * reason; `packaged-tables.test.ts` finds one that is in neither.
 */

/** Teams of the contest, also those that have left it and have submissions. */
const teams = `SELECT team_id FROM contest_team WHERE contest_id = $1
  UNION SELECT team_id FROM submission WHERE contest_id = $1 AND team_id IS NOT NULL`;
const problems = `SELECT problem_id FROM contest_problem WHERE contest_id = $1
  UNION SELECT problem_id FROM submission WHERE contest_id = $1`;
const judgings = `SELECT j.id FROM judging j JOIN submission s ON s.id = j.submission_id WHERE s.contest_id = $1`;
/** Those of now, and those that something was judged with. */
const versions = `SELECT current_version_id FROM problem WHERE id IN (${problems}) AND current_version_id IS NOT NULL
  UNION SELECT j.version_id FROM judging j JOIN submission s ON s.id = j.submission_id WHERE s.contest_id = $1`;
const submissions = `SELECT id FROM submission WHERE contest_id = $1`;
const rejudgings = `SELECT id FROM rejudging WHERE contest_id = $1`;

export interface PackagedTable {
  /** The condition on `t`; `$1` is the contest. */
  readonly where: string;
  /** Unique, and the same in every database. */
  readonly order: string;
  /** Columns that name a row of another table of the package, or null. */
  readonly parents: Readonly<Record<string, PackagedTableName>>;
  /** Rows that are read at once; omitted: 200. */
  readonly batch?: number;
}

const ofContest = 't.contest_id = $1';
const ofVersions = `t.version_id IN (${versions})`;
const ofJudgings = `t.judging_id IN (${judgings})`;
const text = (column: string): string => `t.${column} COLLATE "C"`;

export const packagedTableNames = [
  'organisation',
  'team_group',
  'team',
  'team_group_member',
  'person',
  'person_team',
  'account',
  'problem',
  'problem_version',
  'package_file',
  'test_case',
  'statement',
  'attachment',
  'jury_submission',
  'contest',
  'contest_team',
  'contest_problem',
  'contest_language',
  'removed_interval',
  'award_edit',
  'submission',
  'submission_file',
  'rejudging',
  'judging',
  'rejudged_submission',
  'judge_task',
  'run',
  'wall_limit_proposal',
  'contest_event',
  'audit_log',
] as const;
export type PackagedTableName = (typeof packagedTableNames)[number];

export function isPackagedTable(name: string): name is PackagedTableName {
  return (packagedTableNames as readonly string[]).includes(name);
}

/** In the order in which they can be written: what a row names comes before it. */
export const packagedTables: Readonly<Record<PackagedTableName, PackagedTable>> = {
  organisation: {
    where: `t.id IN (SELECT organisation_id FROM team WHERE id IN (${teams}))`,
    order: text('id'),
    parents: {},
  },
  team_group: {
    where: `t.id IN (SELECT group_id FROM team_group_member WHERE team_id IN (${teams}))`,
    order: text('id'),
    parents: {},
  },
  team: { where: `t.id IN (${teams})`, order: text('id'), parents: { organisation_id: 'organisation' } },
  team_group_member: {
    where: `t.team_id IN (${teams})`,
    order: `${text('team_id')}, ${text('group_id')}`,
    parents: { team_id: 'team', group_id: 'team_group' },
  },
  person: {
    where: `t.id IN (SELECT person_id FROM person_team WHERE team_id IN (${teams}))`,
    order: text('id'),
    parents: {},
  },
  person_team: {
    where: `t.team_id IN (${teams})`,
    order: `${text('team_id')}, ${text('person_id')}`,
    parents: { person_id: 'person', team_id: 'team' },
  },
  account: { where: `t.team_id IN (${teams})`, order: text('username'), parents: { team_id: 'team' } },
  problem: {
    where: `t.id IN (${problems})`,
    order: text('id'),
    // Written once the versions are there.
    parents: { current_version_id: 'problem_version' },
  },
  problem_version: { where: `t.id IN (${versions})`, order: 't.id', parents: { problem_id: 'problem' } },
  package_file: {
    where: ofVersions,
    order: `t.version_id, ${text('path')}`,
    parents: { version_id: 'problem_version' },
  },
  test_case: {
    where: ofVersions,
    order: 't.version_id, t.ordinal',
    parents: { version_id: 'problem_version' },
  },
  statement: {
    where: ofVersions,
    order: `t.version_id, ${text('language')}, ${text('format')}`,
    parents: { version_id: 'problem_version' },
  },
  attachment: {
    where: ofVersions,
    order: `t.version_id, ${text('name')}`,
    parents: { version_id: 'problem_version' },
  },
  jury_submission: {
    where: ofVersions,
    order: `t.version_id, ${text('path')}`,
    parents: { version_id: 'problem_version' },
  },
  contest: { where: 't.id = $1', order: text('id'), parents: {} },
  contest_team: { where: ofContest, order: text('team_id'), parents: { team_id: 'team' } },
  contest_problem: { where: ofContest, order: text('problem_id'), parents: { problem_id: 'problem' } },
  contest_language: { where: ofContest, order: text('language_id'), parents: {} },
  removed_interval: { where: ofContest, order: 't.id', parents: {} },
  award_edit: { where: ofContest, order: text('award_id'), parents: {} },
  submission: { where: ofContest, order: 't.id', parents: { team_id: 'team', problem_id: 'problem' } },
  submission_file: {
    where: `t.submission_id IN (${submissions})`,
    order: 't.submission_id, t.ordinal',
    parents: { submission_id: 'submission' },
    batch: 10,
  },
  rejudging: { where: ofContest, order: 't.id', parents: {} },
  judging: {
    where: `t.submission_id IN (${submissions})`,
    order: 't.id',
    parents: { submission_id: 'submission', version_id: 'problem_version', rejudging_id: 'rejudging' },
  },
  rejudged_submission: {
    where: `t.rejudging_id IN (${rejudgings})`,
    order: 't.rejudging_id, t.submission_id',
    parents: {
      rejudging_id: 'rejudging',
      submission_id: 'submission',
      open_submission_id: 'submission',
      old_judging_id: 'judging',
      new_judging_id: 'judging',
    },
  },
  judge_task: { where: ofJudgings, order: 't.id', parents: { judging_id: 'judging' } },
  run: {
    where: ofJudgings,
    order: 't.judging_id, t.ordinal, t.attempt',
    parents: { judging_id: 'judging' },
    batch: 50,
  },
  wall_limit_proposal: { where: ofContest, order: 't.id', parents: {} },
  contest_event: { where: ofContest, order: 't.seq', parents: {} },
  audit_log: {
    // Names of problems and accounts may be that of the contest.
    where: `(t.target = $1 AND split_part(t.action, '.', 1) NOT IN
        ('account', 'alarm', 'judgehost', 'login', 'problem', 'registration-token', 'users')
      OR t.target = 'contest ' || $1 OR t.target IN (SELECT id::text FROM rejudging WHERE contest_id = $1))`,
    order: 't.id',
    parents: {},
  },
};

/** Tables whose rows no package has, and why. */
export const leftOutTables: Readonly<Record<string, string>> = {
  session: 'a browser that is logged in here',
  login_attempt: 'of logins here',
  login_bucket: 'of logins here',
  known_login: 'of logins here',
  blob: 'files are in the package by their SHA-256',
  blob_chunk: 'files are in the package by their SHA-256',
  judged_program: 'a program that was compiled is compiled again',
  judgehost: 'a host of this installation; judgings and runs have its name',
  judgehost_figures: 'a host of this installation',
  health_period: 'a host of this installation; runs are marked where it was unhealthy',
  deleted_judgehost: 'a host of this installation',
  registration: 'a wish to take part; a team that was approved is in the package',
  registration_token: 'a host of this installation',
  alarm: 'of the hosts of this installation',
  queue_sample: 'of the queue of this installation',
  setting: 'of this installation',
};
