/**
 * Who learns what, over every route that reads. Each secret is a text that occurs nowhere else: every route is asked as every
 * role about a contest in every phase, and the table says who finds it. A verdict has no text of its own: in the freeze it
 * changes no byte of any answer to a stranger. A new route is asked, too; a parameter that this test does not know fails it.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import type { JudgeTask, SubmissionList } from '@sandglass/contracts';
import { EventReader } from '../../testing/event-reader.ts';
import { everyReadingRoute } from '../../testing/every-reading-route.ts';
import { run, type FakeHost } from '../../testing/fake-host.ts';
import { packageFiles } from '../../testing/package-zip.ts';
import { withTestEnvironment } from '../../testing/test-environment.ts';
import { password, type TestApi } from '../../testing/test-api.ts';

const readers = {
  visitor: null,
  'another team': 'beta',
  'its own team': 'alpha',
  balloon: 'runner',
  printer: 'paper',
  'api-reader': 'script',
  analyst: 'analyst',
  jury: 'jury',
  admin: 'admin',
} as const;
type Reader = keyof typeof readers;
const readerNames = Object.keys(readers) as Reader[];
/** Those to whom the scoreboard is the public one and whose team is another. */
const strangers: readonly Reader[] = ['visitor', 'another team', 'balloon', 'printer'];

/** An analyst finds what the jury finds. */
const staff: readonly Reader[] = ['analyst', 'jury', 'admin'];
const organisers: readonly Reader[] = ['balloon', 'printer', 'api-reader', ...staff];
const own: readonly Reader[] = ['its own team', ...staff];

/** Those who find each secret in some answer, and nobody else does. */
const secrets: readonly { what: string; text: string; who: readonly Reader[] }[] = [
  { what: 'a problem before the start', text: 'canary-problem', who: ['api-reader', ...staff] },
  { what: 'the source of a submission', text: 'canary_source', who: own },
  { what: 'the name of a file of a submission', text: 'canary-file', who: own },
  { what: 'the output of the compiler', text: 'canary-compiler', who: own },
  { what: 'what the validator wrote for the team', text: 'canary for the team', who: own },
  { what: 'the output of a program for a sample', text: 'canary-output-0', who: own },
  { what: 'the output of a program for a secret test', text: 'canary-output-3', who: staff },
  { what: 'the validator’s message to the jury', text: 'secret message of the validator', who: staff },
  { what: 'a secret input', text: 'canary-input', who: staff },
  { what: 'a secret answer', text: 'canary-answer', who: staff },
  { what: 'the name of a judgehost', text: 'canary-host', who: ['api-reader', ...staff] },
  { what: 'a team of a hidden group', text: 'Canary Hidden Team', who: ['api-reader', ...staff] },
  { what: 'the address of a person', text: 'canary@example.org', who: staff },
  { what: 'the address of a registrant', text: 'canary-registrant@example.org', who: ['admin'] },
  { what: 'a private contest', text: 'canary-private', who: ['its own team', ...organisers] },
  { what: 'a contest before its activation', text: 'canary-inactive', who: organisers },
  { what: 'a contest from its deactivation on', text: 'canary-deactivated', who: organisers },
  { what: 'where a team sits', text: 'canary-location', who: staff },
];

/** Narrow, widen or change the form of an answer. */
const queries = [
  '?as=public',
  '?asOf=0:59:59',
  '?as=jury',
  '?team=alpha',
  '?limit=1',
  '?kind=teams&format=csv',
];

/** They have the time, or tell of the server’s load: each answer differs from the one before. Of contests they say nothing. */
const changeByThemselves = ['/api/health', '/api/ready', '/api/session'];

const contests = ['before', 'running', 'frozen', 'over', 'thawed'] as const;

/** By their ids: what is not as usual of them. Alpha alone takes part. */
const hidden = {
  'canary-private': { public: false, startsAt: -60, endsAt: 60 },
  'canary-inactive': { activatesAt: 30, startsAt: 60, endsAt: 120 },
  'canary-deactivated': { deactivatesAt: -1, startsAt: -60, endsAt: -2 },
} as const;

let api: TestApi;
let host: FakeHost;
/** By contest: alpha’s submission. */
const submissions = new Map<string, string>();

const minutes = (from: number): string => new Date(Date.now() + from * 60_000).toISOString();

async function admin(method: string, path: string, body: unknown): Promise<void> {
  const answer = await api.request(method, path, { as: 'admin', body });
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
}

const act = (contest: string, action: string): Promise<void> =>
  admin('POST', `/api/contests/${contest}/actions`, { action, confirm: true, reason: 'for the test' });

async function finish(task: JudgeTask, verdict: 'AC' | 'WA'): Promise<void> {
  const verdicts = verdict === 'AC' ? (['AC', 'AC', 'AC', 'AC'] as const) : (['WA'] as const);
  await host.report(task, {
    compile: { success: true, output: '', measurement: null },
    runs: verdicts.map((one, ordinal) => ({
      ...run(ordinal, one),
      teamMessage: 'canary for the team',
      outputHead: Buffer.from(`canary-output-${String(ordinal)}`).toString('base64'),
    })),
    done: { kind: 'finished' },
  });
}

/** Judges what comes out of the queue next. */
async function judgeNext(verdict: 'AC' | 'WA' = 'AC'): Promise<void> {
  await finish(await host.take(), verdict);
}

/** The same with a compile error. */
async function refuseNext(): Promise<void> {
  await host.report(await host.take(), {
    compile: { success: false, output: 'canary-compiler', measurement: null },
    done: { kind: 'finished' },
  });
}

withTestEnvironment(async (environment) => {
  ({ api } = environment);
  host = await environment.host('canary-host');
  await api.importPackage('canary-problem');
  await api.importPackage('data', {
    ...packageFiles('data'),
    'data/secret/1.in': 'canary-input\n',
    'data/secret/1.ans': 'canary-answer\n',
  });
  for (const id of contests)
    await api.makeContest(id, {
      startsAt: minutes(id === 'before' ? 60 : -60),
      endsAt: minutes(id === 'before' ? 120 : 60),
      problems: [
        id === 'before'
          ? { label: 'A', problem: 'canary-problem', colour: '#00ff00' }
          : { label: 'A', problem: 'data', colour: '#ff0000' },
      ],
      teams: [
        { id: 'alpha', name: 'Team Alpha' },
        { id: 'beta', name: 'Team Beta' },
        { id: 'ghost', name: 'Canary Hidden Team' },
      ],
    });
  for (const [id, { startsAt, endsAt, ...others }] of Object.entries(hidden)) {
    await api.makeContest(id, {
      startsAt: minutes(startsAt),
      endsAt: minutes(endsAt),
      problems: [{ label: 'A', problem: 'data', colour: '#ff0000' }],
      teams: [{ id: 'alpha', name: 'Team Alpha' }],
    });
    const settings = Object.entries(others).map(([name, value]) => [
      name,
      typeof value === 'number' ? minutes(value) : value,
    ]);
    await admin('PATCH', `/api/contests/${id}`, { ...Object.fromEntries(settings), confirm: true });
  }
  await admin('PUT', '/api/people/teams/ghost', { hidden: true });
  await admin('PUT', '/api/people/teams/alpha', { location: 'canary-location' });
  const person = { name: 'A person', email: 'canary@example.org', role: 'contestant', teamIds: ['alpha'] };
  await admin('PUT', '/api/people/persons/p1', person);
  await admin('PUT', '/api/people/groups/open', { name: 'Open', selfRegistration: true });
  await admin('POST', '/api/registrations', {
    group: 'open',
    team: 'Registered',
    members: ['Somebody'],
    email: 'canary-registrant@example.org',
    password,
  });
  await admin('POST', '/api/admin/users', {
    users: [
      { username: 'runner', role: 'balloon', password },
      { username: 'paper', role: 'printer', password },
      { username: 'analyst', role: 'analyst', password },
      { username: 'script', role: 'api-reader', password },
      { username: 'ghost', role: 'contestant', teamId: 'ghost', password },
    ],
  });
  for (const id of contests.slice(1)) {
    if (id === 'frozen') await act(id, 'freeze-now');
    const files = [{ name: 'canary-file.c', content: `int main() {} // canary_source ${id}` }];
    const { body } = await api.submit(id, 'alpha', { files });
    submissions.set(id, body.id);
    if (id === 'running') await refuseNext();
    else await judgeNext(id === 'over' ? 'WA' : 'AC');
  }
  for (const id of ['over', 'thawed']) {
    await act(id, 'freeze-now');
    await act(id, 'end-now');
  }
  await act('thawed', 'thaw');
  await admin('PATCH', '/api/contests/over', {
    rules: { teamMessages: true, sampleOutputs: true },
    confirm: true,
  });
});

/** Values of every parameter that a route has; a name with several meanings has its address before it. */
function values(): Record<string, readonly string[]> {
  const all = [...submissions.values()];
  return {
    ':award': ['winner', 'first-to-solve-data'],
    ':contest': [...contests, ...Object.keys(hidden)],
    ':file': ['results.html', 'results.csv', 'results.json', 'awards.json', 'results.tsv', 'scoreboard.tsv'],
    ':label': ['A'],
    ':language': ['en'],
    ':name': ['canary-file.c'],
    ':number': ['1'],
    ':ordinal': ['0', '1', '2', '3', '4'],
    ':side': ['in'],
    ':sha256': ['0'.repeat(64)],
    ':session': ['x'],
    '*': ['notes.txt'],
    '/api/submissions/:id': all,
    ':id': ['x'],
  };
}

interface Asked {
  readonly path: string;
  readonly status: number;
  readonly text: string;
}

async function ask(path: string, reader: Reader): Promise<Asked> {
  const { status, headers, body } = await api.get(path, readers[reader] ?? undefined);
  // A refusal repeats the address, and has a number of its own.
  const shown =
    status >= 400
      ? (body as { code?: string }).code
      : `${String(headers.get('etag'))} ${typeof body === 'string' ? body : JSON.stringify(body)}`;
  return { path, status, text: String(shown) };
}

/**
 * What a reader gets from every route.
 * @param ofContest narrows the routes of contests to those of this one
 */
async function everything(
  reader: Reader,
  ofContest?: string,
  forms: readonly string[] = queries,
): Promise<Asked[]> {
  const paths = everyReadingRoute(api.app, values())
    .filter(({ access }) => access !== 'judgehost')
    .flatMap((route) => route.paths)
    .filter((path) => !path.endsWith('/live'))
    .filter(
      (path) => ofContest === undefined || !path.includes('/contests/') || path.includes(`/${ofContest}`),
    );
  const asked: Asked[] = [];
  for (const path of paths) {
    const plain = await ask(path, reader);
    asked.push(plain);
    if (plain.status < 400)
      asked.push(...(await Promise.all(forms.map((query) => ask(`${path}${query}`, reader)))));
  }
  return asked;
}

describe('a secret is found by those who may see it, in any route, phase and form, and by nobody else', () => {
  const answers = new Map<Reader, Asked[]>();

  beforeAll(async () => {
    for (const reader of readerNames) answers.set(reader, await everything(reader));
  }, 120_000);

  it.each(secrets)('$what', ({ text, who }) => {
    const finders = readerNames.filter((reader) =>
      answers.get(reader)?.some((one) => one.text.includes(text)),
    );
    const where = [...answers].flatMap(([reader, all]) =>
      who.includes(reader)
        ? []
        : all.filter((one) => one.text.includes(text)).map(({ path }) => `${reader}: ${path}`),
    );
    expect(where).toEqual([]);
    expect(finders).toEqual(readerNames.filter((reader) => who.includes(reader)));
  });

  it('and no answer is an error of ours', () => {
    const errors = [...answers].flatMap(([reader, all]) =>
      all.filter(({ status }) => status >= 500).map(({ path }) => `${reader}: ${path}`),
    );
    expect(errors).toEqual([]);
  });
});

describe('in the freeze no byte of any answer to a stranger, and no message, tells of', () => {
  const snapshot = async () => {
    const all = await Promise.all(strangers.map((reader) => everything(reader, 'frozen', [])));
    return all.flatMap((asked, index) =>
      asked
        .filter(({ path }) => !changeByThemselves.some((address) => path.startsWith(address)))
        .map(({ path, status, text }) => `${String(strangers[index])} ${path} ${String(status)} ${text}`),
    );
  };
  /** Those that are there now and were not: a short list is read more easily than two long ones. */
  const changed = async (before: readonly string[]) => {
    const known = new Set(before);
    return (await snapshot()).filter((one) => !known.has(one));
  };

  /** Until the jury's list has it. */
  async function settled(verdict: string, submission: string): Promise<void> {
    await expect
      .poll(async () => {
        const { body } = await api.get<SubmissionList>('/api/contests/frozen/submissions', 'jury');
        return body.submissions.find(({ id }) => id === submission)?.verdict;
      })
      .toBe(verdict);
  }

  async function unnoticed(what: () => Promise<void>): Promise<void> {
    const streams = await Promise.all(
      strangers.map((reader) => EventReader.open(api, 'frozen', readers[reader])),
    );
    const before = await snapshot();
    const boards = ({ messages }: EventReader) => messages.filter(({ type }) => type === 'scoreboard').length;
    const heard = streams.map(boards);
    await what();
    expect(await changed(before)).toEqual([]);
    // What the streams sent of it would come before what everybody receives now.
    await api.submit('frozen', 'beta');
    for (const [index, stream] of streams.entries())
      await expect.poll(() => boards(stream), { timeout: 20_000 }).toBe((heard[index] ?? 0) + 1);
    await judgeNext('WA');
    for (const stream of streams) stream.close();
  }

  it.each(['AC', 'WA'] as const)('a verdict, %s', async (verdict) => {
    const { body } = await api.submit('frozen', 'alpha');
    const task = await host.take();
    await unnoticed(async () => {
      await finish(task, verdict);
      await settled(verdict, body.id);
    });
  });

  it('a verdict that is changed by judging again', async () => {
    const id = submissions.get('frozen') ?? '';
    await unnoticed(async () => {
      await admin('POST', `/api/submissions/${id}/rejudge`, { reason: 'for the test' });
      await judgeNext('WA');
      await settled('WA', id);
    });
  });

  it('a submission of a hidden team', async () => {
    await unnoticed(async () => {
      const { body } = await api.submit('frozen', 'ghost');
      await judgeNext();
      await settled('AC', body.id);
    });
  });

  it('a submission of the jury', async () => {
    await unnoticed(async () => {
      const { body } = await api.submit('frozen', 'jury');
      await judgeNext();
      await settled('AC', body.id);
    });
  });
});
