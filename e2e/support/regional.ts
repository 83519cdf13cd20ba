/** A contest package of a regional, as registration systems write it, without passwords. */
interface ChosenFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

const two = (number: number): string => String(number).padStart(2, '0');
export const regionalTeam = (number: number): string => `reg${String(number).padStart(3, '0')}`;

/** @param count of teams: three of each university, at three sites */
export function regionalFiles(count: number): ChosenFile[] {
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  const universities = numbers.filter((number) => number % 3 === 1).map((number) => Math.ceil(number / 3));
  const file = (name: string, rows: readonly object[]): ChosenFile => ({
    name: `${name}.json`,
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(rows, null, 1)),
  });
  return [
    file(
      'organizations',
      universities.map((number) => ({
        id: `u${two(number)}`,
        name: `University ${two(number)}`,
        country: 'NOR',
      })),
    ),
    file(
      'groups',
      [0, 1, 2].map((site) => ({ id: `site${site}`, name: `Site ${site + 1}` })),
    ),
    file(
      'teams',
      numbers.map((number) => ({
        id: regionalTeam(number),
        name: `Regional Team ${number}`,
        label: String(number),
        organization_id: `u${two(Math.ceil(number / 3))}`,
        group_ids: [`site${number % 3}`],
        location: { description: `Hall ${(number % 3) + 1}, desk ${number}` },
      })),
    ),
    file(
      'accounts',
      numbers.map((number) => ({
        id: regionalTeam(number),
        username: regionalTeam(number),
        type: 'team',
        team_id: regionalTeam(number),
      })),
    ),
  ];
}
