import { expect, it } from 'vitest';
import { contestTeamDefinitionSchema } from './admin.ts';
import { teamGroupSchema } from './people.ts';

it('a definition names teams, organisations and groups without spaces around them', () => {
  const team = { id: 'a', name: ' A\n', affiliation: 'Varn ', country: '\tBGR', category: ' ' };
  const trimmed = { id: 'a', name: 'A', affiliation: 'Varn', country: 'BGR', category: '' };
  expect(contestTeamDefinitionSchema.parse(team)).toEqual(trimmed);
  expect(contestTeamDefinitionSchema.safeParse({ id: 'a', name: '  ' }).success).toBe(false);
});

it('a definition takes the name of every group', () => {
  const name = 'x'.repeat(200);
  expect(teamGroupSchema.shape.name.safeParse(name).success).toBe(true);
  expect(contestTeamDefinitionSchema.parse({ id: 'a', name: 'A', category: name }).category).toBe(name);
});
