/** The filters of a list and of a rejudging, as SQL. One place, so that what is seen is what is judged again. */
import { readSubmissionSearch, type RejudgingFilter } from '@sandglass/contracts';

/** Conditions that all must hold, with the values of their places. */
export class Conditions {
  readonly values: unknown[];
  readonly #parts: string[];

  constructor(first: string, values: readonly unknown[] = []) {
    this.#parts = [first];
    this.values = [...values];
  }

  /** With a value; left out when there is none. @param condition is given the value's place, "$3" */
  and(value: unknown, condition: (place: string) => string): void {
    if (value === undefined) return;
    this.values.push(value);
    this.#parts.push(condition(`$${this.values.length}`));
  }

  andThat(condition: string): void {
    this.#parts.push(condition);
  }

  get sql(): string {
    return this.#parts.join(' AND ');
  }
}

/**
 * What can be decided from the tables themselves: aliases `s` submission, `cp` contest problem, `j` the judging that
 * counts.
 */
export function addFilter(conditions: Conditions, filter: RejudgingFilter): void {
  const wanted = filter.search === undefined ? {} : readSubmissionSearch(filter.search);
  if ('numbers' in wanted) conditions.and(wanted.numbers, (at) => `s.number = ANY(${at}::int[])`);
  if ('team' in wanted)
    conditions.and(
      wanted.team,
      (at) =>
        `s.team_id IN (SELECT id FROM team WHERE strpos(lower(concat_ws(' ', display_name, name)), lower(${at})) > 0)`,
    );
  conditions.and(filter.problems, (at) => `cp.label = ANY(${at}::text[])`);
  conditions.and(filter.languages, (at) => `s.language_id = ANY(${at}::text[])`);
  conditions.and(filter.teams, (at) => `s.team_id = ANY(${at}::text[])`);
  conditions.and(filter.verdicts, (at) => `(j.state = 'done' AND j.verdict = ANY(${at}::text[]))`);
  // OFFSET 0: looked up for each judging, a few rows; else the planner reads every run there is, for a page of a list, too.
  conditions.and(
    filter.hosts,
    (at) => `(j.judgehost = ANY(${at}::text[])
      OR EXISTS (SELECT 1 FROM run r WHERE r.judging_id = j.id AND r.judgehost = ANY(${at}::text[]) OFFSET 0))`,
  );
  conditions.and(filter.submittedFrom, (at) => `s.submitted_at >= ${at}::timestamptz`);
  conditions.and(filter.submittedUntil, (at) => `s.submitted_at < ${at}::timestamptz`);
  conditions.and(filter.judgedFrom, (at) => `j.ended_at >= ${at}::timestamptz`);
  conditions.and(filter.judgedUntil, (at) => `j.ended_at < ${at}::timestamptz`);
  conditions.and(filter.submissions, (at) => `s.id = ANY(${at}::uuid[])`);
  if (filter.jury !== undefined) conditions.andThat(filter.jury === 'yes' ? 's.jury' : 'NOT s.jury');
  if (filter.suspect === true) conditions.andThat('j.suspect');
  if (filter.whileUnhealthy === true) {
    conditions.andThat('j.while_unhealthy');
    // Of these hosts, and not of another one that ran other tests of it.
    conditions.and(
      filter.hosts,
      (at) => `EXISTS (SELECT 1 FROM run r
        WHERE r.judging_id = j.id AND r.while_unhealthy AND r.judgehost = ANY(${at}::text[]))`,
    );
  }
}
