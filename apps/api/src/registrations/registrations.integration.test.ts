/** Teams that register themselves: what strangers may do, and what an approval makes. */
import type {
  OwnRegistration,
  People,
  ProblemDetails,
  RegisteredAnswer,
  RegisterTeamRequest,
  Registration,
  RegistrationOffer,
  RegistrationsAnswer,
} from '@sandglass/contracts';
import { describe, expect, it } from 'vitest';
import type { Answer, TestApi } from '../testing/test-api.ts';
import { withTestEnvironment } from '../testing/test-environment.ts';

let api: TestApi;

withTestEnvironment(async (environment) => {
  ({ api } = environment);
  await api.makeContest('main');
  await put('groups', 'open', { name: 'Open division', selfRegistration: true });
  await put('groups', 'closed', { name: 'Invited' });
  await put('groups', 'secret', { name: 'Observers', hidden: true });
  await put('organisations', 'varn', { name: 'Varn', country: 'BGR' });
  await put('organisations', 'shadow', { name: 'Shadow' });
  await put('teams', 'seen', { name: 'Seen', organisationId: 'varn', groupIds: ['closed'] });
  await put('teams', 'unseen', { name: 'Unseen', organisationId: 'shadow', groupIds: ['secret'] });
});

async function put(kind: string, id: string, body: object): Promise<void> {
  const { status } = await api.request('PUT', `/api/people/${kind}/${id}`, { as: 'admin', body });
  expect(status).toBe(200);
}

const form: RegisterTeamRequest = {
  group: 'open',
  team: 'Null Pointers',
  organisation: 'Technical University of Selk',
  country: 'NOR',
  members: ['Ada Lovelace', 'Alan Turing'],
  email: 'ada@example.org',
  password: 'words of ours',
};

type Registered = Answer<RegisteredAnswer & ProblemDetails>;

const register = (change: Partial<RegisterTeamRequest> = {}, from = '10.1.0.1'): Promise<Registered> =>
  api.request('POST', '/api/registrations', {
    body: { ...form, ...change },
    headers: { 'x-forwarded-for': from },
  });
const own = (ticket: string) =>
  api.request<OwnRegistration & ProblemDetails>('GET', '/api/registrations/own', {
    headers: { 'x-registration-ticket': ticket },
  });
const list = async (query = '') =>
  (await api.get<RegistrationsAnswer>(`/api/admin/registrations${query}`, 'admin')).body;
const decide = (verb: string, body: object) =>
  api.request<{ registrations: Registration[] } & ProblemDetails>(
    'POST',
    `/api/admin/registrations/${verb}`,
    {
      as: 'admin',
      body,
    },
  );
const fieldsOf = ({ status, body }: Answer<ProblemDetails>) => [
  status,
  body.code,
  body.errors?.map(({ path }) => path),
];

describe('a stranger', () => {
  it('learns of the groups that are open, and of no organisation whose teams are hidden', async () => {
    const { body } = await api.get<RegistrationOffer>('/api/registration');
    expect(body).toEqual({
      groups: [{ id: 'open', name: 'Open division' }],
      organisations: [{ id: 'varn', name: 'Varn', country: 'BGR' }],
    });
  });

  it('registers a team, sees that it waits, and cannot log in yet', async () => {
    const { status, body } = await register();
    expect([status, body.registration]).toMatchObject([
      201,
      { state: 'pending', team: 'Null Pointers', username: 'null-pointers', groupName: 'Open division' },
    ]);
    expect((await own(body.ticket)).body).toEqual(body.registration);
    const login = { username: 'null-pointers', password: form.password };
    expect((await api.request('POST', '/api/session', { body: login })).status).toBe(401);
    expect((await own('x'.repeat(32))).body.code).toBe('REGISTRATION_UNKNOWN');
    const { rows } = await api.sql.query(
      `SELECT details FROM audit_log WHERE action = 'registration.submit'`,
    );
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toMatch(/words of ours|example\.org/);
  });

  it('cannot take a name that a team or a registration has, or that looks like one', async () => {
    for (const team of ['Null Pointers', 'NuII P0inters', 'SEEN!', 'Ѕееn'])
      expect(fieldsOf(await register({ team }))).toEqual([422, 'REGISTRATION_INVALID', ['team']]);
    expect(fieldsOf(await register({ team: 'a\u202eb', members: ['Ada', 'ADA'] }))).toEqual([
      422,
      'REGISTRATION_INVALID',
      ['team', 'members[1]'],
    ]);
  });

  it('is refused where the group is closed, or a field is wrong', async () => {
    expect(fieldsOf(await register({ team: 'Other', group: 'closed' }))).toEqual([
      403,
      'REGISTRATION_CLOSED',
      undefined,
    ]);
    expect(fieldsOf(await register({ team: 'Other', email: 'ada', members: [] }))).toEqual([
      400,
      'REQUEST_INVALID',
      ['members', 'email'],
    ]);
    const both = await register({ team: 'Other', organisationId: 'nowhere', organisation: null });
    expect(fieldsOf(both)).toEqual([422, 'REGISTRATION_INVALID', ['organisationId']]);
  });

  it('registers twenty teams an hour from one address, however many ask at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        register(
          { team: `Crowd ${'abcdefghijkmnopqrstuvwxyz'.charAt(index)}`, organisation: null },
          '10.2.0.1',
        ),
      ),
    );
    const done = answers.filter(({ status }) => status === 201).length;
    const refused = answers.filter(({ status }) => status === 429).length;
    expect([done + refused, done]).toEqual([24, 20]);
    expect((await register({ team: 'Elsewhere', organisation: null }, '10.3.0.1')).status).toBe(201);
  });
});

describe('an administrator', () => {
  it('sees those that wait, the oldest first, and mends them', async () => {
    const { counts, registrations } = await list('?limit=1');
    expect(counts).toEqual({ pending: 22, approved: 0, rejected: 0 });
    const [first] = registrations;
    expect(first).toMatchObject({ team: 'Null Pointers', email: 'ada@example.org', address: '10.1.0.1' });
    const path = `/api/admin/registrations/${String(first?.id)}`;
    const body = { organisationId: 'varn', members: ['Ada Lovelace', 'Alan Turing', 'Grace Hopper'] };
    const changed = await api.request<Registration>('PATCH', path, { as: 'admin', body });
    expect(changed.body).toMatchObject({ organisationId: 'varn', organisation: 'Varn', country: 'BGR' });
    for (const wrong of [
      { team: 'Seen' },
      { group: 'nowhere' },
      { username: 'alpha' },
      { organisationId: 'x' },
    ]) {
      const refused = await api.request('PATCH', path, { as: 'admin', body: wrong });
      expect(fieldsOf(refused)).toEqual([422, 'REGISTRATION_INVALID', Object.keys(wrong)]);
    }
  });

  it('approves: team, persons and account are there, the team takes part, and can log in', async () => {
    const [first] = (await list('?limit=1')).registrations;
    const registrations = [first?.id ?? ''];
    const { body } = await decide('approve', { registrations, contests: ['main'] });
    expect(body.registrations).toMatchObject([
      { state: 'approved', teamId: 'null-pointers', decidedBy: 'admin' },
    ]);
    const people = (await api.get<People>('/api/people', 'admin')).body;
    expect(people.teams.find(({ id }) => id === 'null-pointers')).toMatchObject({
      organisationId: 'varn',
      groupIds: ['open'],
      contests: ['main'],
    });
    expect(people.persons.map(({ name }) => name)).toEqual(['Ada Lovelace', 'Alan Turing', 'Grace Hopper']);
    const login = { username: 'null-pointers', password: form.password };
    expect((await api.request('POST', '/api/session', { body: login })).status).toBe(200);
    const { rows } = await api.sql.query(`SELECT password_hash FROM registration WHERE state = 'approved'`);
    expect(rows).toEqual([{ password_hash: '' }]);
    const again = await decide('approve', { registrations, contests: [] });
    expect([again.status, again.body.code]).toEqual([409, 'REGISTRATION_DECIDED']);
    expect(JSON.stringify((await api.sql.query('SELECT details FROM audit_log')).rows)).not.toContain(
      'example.org',
    );
  });

  it('decides about many at once, all or none', async () => {
    const waiting = (await list()).registrations.map(({ id }) => id);
    const unknown = '01890a5d-ac96-774b-bcce-b302099a8057';
    expect((await decide('reject', { registrations: [...waiting, unknown], reason: 'No' })).status).toBe(404);
    expect((await decide('approve', { registrations: waiting, contests: ['nowhere'] })).status).toBe(404);
    expect((await list()).counts.pending).toBe(21);
    const half = waiting.slice(0, 10);
    expect((await decide('approve', { registrations: half, contests: ['main'] })).status).toBe(200);
    expect(
      (await decide('reject', { registrations: waiting.slice(10), reason: 'The hall is full' })).status,
    ).toBe(200);
    expect((await list()).counts).toEqual({ pending: 0, approved: 11, rejected: 11 });
    expect((await list('?state=rejected')).registrations[0]).toMatchObject({ reason: 'The hall is full' });
  });

  it('cannot remove a group for which a team waits', async () => {
    const { body } = await register({ team: 'Late', organisation: null }, '10.4.0.1');
    await put('groups', 'open', { selfRegistration: false });
    const removed = await api.request('DELETE', '/api/people/groups/open', { as: 'admin' });
    expect([removed.status, removed.body.detail]).toEqual([409, expect.stringContaining('1 registration')]);
    expect((await own(body.ticket)).body.state).toBe('pending');
    expect((await api.get<RegistrationOffer>('/api/registration')).body).toEqual({
      groups: [],
      organisations: [],
    });
  });
});
