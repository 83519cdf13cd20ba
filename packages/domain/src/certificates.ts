/**
 * Who gets a certificate, and what is on it. One is for a team, a person of a team, or a team with one award; hidden teams get
 * none. A line with a placeholder that has no value is left out, so that one template fits guests and teams without an award.
 */
import type { CertificateKind, CertificatePlaceholder, CertificateTemplate } from '@sandglass/contracts';

export type CertificateValues = Readonly<Partial<Record<CertificatePlaceholder, string>>>;

/** A team that is in the results. */
export interface CertificateTeam {
  readonly id: string;
  readonly name: string;
  readonly organisation: string | null;
  /** Names of its contestants, in their order. */
  readonly members: readonly string[];
  /** Null: a guest. */
  readonly place: number | null;
  readonly solved: number;
}

export interface CertificateFacts {
  readonly contest: string;
  readonly date: string;
  /** In the order of the results. */
  readonly teams: readonly CertificateTeam[];
  readonly awards: readonly {
    readonly id: string;
    readonly citation: string;
    readonly teamIds: readonly string[];
  }[];
}

/** What the placeholders of each certificate are: by team in the order of the results, per award by award. */
export function certificateValues(per: CertificateKind, facts: CertificateFacts): CertificateValues[] {
  const { teams, awards } = facts;
  if (per === 'award') {
    const byId = new Map(teams.map((team) => [team.id, team]));
    return awards.flatMap(({ citation, teamIds }) =>
      teamIds.flatMap((id) => {
        const team = byId.get(id);
        return team === undefined ? [] : [{ ...valuesOf(team, facts, [citation]), ...membersOf(team) }];
      }),
    );
  }
  return teams.flatMap((team) => {
    const own = awards.filter(({ teamIds }) => teamIds.includes(team.id)).map(({ citation }) => citation);
    const values = valuesOf(team, facts, own);
    return per === 'team'
      ? [{ ...values, ...membersOf(team) }]
      : team.members.map((person) => ({ ...values, person }));
  });
}

/** @returns null where a placeholder has no value */
export function filledLine(line: string, values: CertificateValues): string | null {
  let complete = true;
  // One pass: a team whose name is "{rank}" has that name.
  const text = line.replaceAll(/\{(\w+)\}/g, (_hole, name: string) => {
    const value = values[name as CertificatePlaceholder];
    complete &&= value !== undefined;
    return value ?? '';
  });
  return complete ? text : null;
}

export interface CertificateText {
  readonly title: string;
  /** `of`: what the line is about, where it is one placeholder alone. */
  readonly lines: readonly { readonly text: string; readonly of: CertificatePlaceholder | null }[];
}

export function certificateText(
  { title, lines }: Pick<CertificateTemplate, 'title' | 'lines'>,
  values: CertificateValues,
): CertificateText {
  return {
    title: filledLine(title, values) ?? '',
    lines: lines.flatMap((line) => {
      const text = filledLine(line, values);
      return text === null ? [] : [{ text, of: aloneIn(line) }];
    }),
  };
}

function aloneIn(line: string): CertificatePlaceholder | null {
  const [, name = null] = /^\{(\w+)\}$/.exec(line) ?? [];
  return name as CertificatePlaceholder | null;
}

function valuesOf(
  { name, organisation, place, solved }: CertificateTeam,
  { contest, date }: CertificateFacts,
  citations: readonly string[],
): CertificateValues {
  return {
    team: name,
    contest,
    date,
    ...(organisation === null ? {} : { organisation }),
    // The last of those who solved nothing need not read it.
    ...(place === null || solved === 0 ? {} : { rank: String(place) }),
    ...(solved === 0 ? {} : { solved: String(solved) }),
    ...(citations.length === 0 ? {} : { award: citations.join(' · ') }),
  };
}

function membersOf({ members }: CertificateTeam): CertificateValues {
  return members.length === 0 ? {} : { members: members.join(', ') };
}
