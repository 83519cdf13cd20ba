import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StreamPlaces } from '../live/stream-place.ts';
import { startServices, type Services } from '../testing/services.ts';
import { password, TestApi } from '../testing/test-api.ts';

let services: Services;
let api: TestApi;

beforeAll(async () => {
  services = await startServices();
  const webRoot = join(services.folder, 'web');
  mkdirSync(webRoot);
  writeFileSync(
    join(webRoot, 'index.html'),
    '<!doctype html><html><head><title>app</title></head><body><div id="root"></div></body></html>',
  );
  const page = {
    path: '/contests/:contest/submissions',
    scripts: ['/assets/submissions-1.js'],
    styles: ['/assets/submissions-1.css'],
    data: [
      '/api/contests',
      '/api/contests/{contest}',
      '/api/contests/{contest}/submissions?limit=100{&verdict}',
    ],
    staffData: ['/api/alarms/open'],
  };
  writeFileSync(join(webRoot, 'pages.json'), JSON.stringify({ pages: [page] }));
  // What is looked at is which answers come, not how fast.
  api = await TestApi.start(services, 'api', { webRoot, pagePatienceMs: 30_000 });
  await api.makeContest('main', { name: 'One </script><script>alert(1)</script> & all' });
});

afterAll(async () => {
  await api.stop();
  await services[Symbol.asyncDispose]();
});

interface Page {
  readonly response: Response;
  readonly text: string;
  /** By address. */
  readonly answers: ReadonlyMap<string, unknown>;
}

async function open(path: string, cookie?: string): Promise<Page> {
  const response = await fetch(`${api.url}${path}`, {
    headers: { accept: 'text/html', ...(cookie === undefined ? {} : { cookie }) },
  });
  const text = await response.text();
  const blocks = text.matchAll(/<script type="application\/json" data-answer="([^"]*)">(.*?)<\/script>/g);
  const answers = new Map<string, unknown>();
  for (const [, address = '', json = ''] of blocks)
    answers.set(address.replaceAll('&amp;', '&'), JSON.parse(json));
  return { response, text, answers };
}

async function cookieOf(username: string): Promise<string> {
  const answer = await api.request('POST', '/api/session', { body: { username, password } });
  return (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
}

describe('the first page', () => {
  it('has its links in the head and the answers it begins with in the body', async () => {
    const { text, answers } = await open('/contests/main/submissions?verdict=AC', await cookieOf('jury'));
    const [head = '', body = ''] = text.split('</head>');
    expect(head).toContain('<link rel="modulepreload" crossorigin href="/assets/submissions-1.js">');
    expect(head).toContain('<link rel="stylesheet" crossorigin href="/assets/submissions-1.css">');
    expect(body.trimEnd().endsWith('</body></html>')).toBe(true);
    expect([...answers.keys()].toSorted()).toEqual([
      '/api/alarms/open',
      '/api/contests',
      '/api/contests/main',
      '/api/contests/main/submissions?limit=100&verdict=AC',
      '/api/session',
    ]);
    expect(answers.get('/api/session')).toMatchObject({ session: { user: { username: 'jury' } } });
  });

  it('shows a person no more than the api would', async () => {
    await api.submit('main', 'alpha');
    await api.submit('main', 'beta');
    const list = '/api/contests/main/submissions?limit=100';
    const teams = (page: Page): unknown =>
      (page.answers.get(list) as { submissions: { team: { id: string } }[] } | undefined)?.submissions.map(
        ({ team }) => team.id,
      );
    const jury = await open('/contests/main/submissions', await cookieOf('jury'));
    expect(teams(jury)).toEqual(['beta', 'alpha']);
    const alpha = await open('/contests/main/submissions', await cookieOf('alpha'));
    expect(teams(alpha)).toEqual(['alpha']);
    expect(alpha.answers.has('/api/alarms/open')).toBe(false);
    const visitor = await open('/contests/main/submissions', 'sandglass_session=of-nobody');
    expect(visitor.answers.has(list)).toBe(false);
    expect(visitor.answers.get('/api/session')).toMatchObject({ session: null });
  });

  it('says from where on the live stream sends what its answers may not know', async () => {
    const seq = (page: Page): number =>
      new StreamPlaces('a secret that nobody knows').open(
        'main',
        /<script type="application\/json" data-live="main" data-seq="([\w-]+)">/.exec(page.text)?.[1] ?? '',
      );
    const cookie = await cookieOf('jury');
    const before = await open('/contests/main/submissions', cookie);
    await api.submit('main', 'alpha');
    // The page comes from memory, which the database notifies of the submission.
    const now = async (): Promise<number> => seq(await open('/contests/main/submissions', cookie));
    await expect.poll(now).toBeGreaterThan(seq(before));
    const after = await open('/contests/main/submissions', cookie);
    // Before the first answer: one may be there before another is asked for.
    expect(after.text.indexOf('data-seq')).toBeLessThan(after.text.indexOf('data-answer'));
    expect((await open('/contests/nowhere/submissions', cookie)).text).not.toContain('data-seq');
    // A start is no event: a stream that goes on from before it would not report it.
    const beganAt = Date.now();
    const inSeconds = (seconds: number): string => new Date(beganAt + seconds * 1000).toISOString();
    // On a busy machine the start is over by then; another instant is near for half a minute.
    const instants = { startsAt: inSeconds(5), freezesAt: inSeconds(14), endsAt: inSeconds(23) };
    await api.makeContest('soon', { ...instants, thawsAt: inSeconds(32) });
    expect((await open('/contests/soon/submissions', cookie)).text).not.toContain('data-seq');
  });

  it('leaves out what the api refuses', async () => {
    const cookie = await cookieOf('jury');
    const unknown = await open('/contests/nowhere/submissions', cookie);
    expect(unknown.response.status).toBe(200);
    expect(unknown.answers.has('/api/contests/nowhere')).toBe(false);
    expect(unknown.answers.has('/api/contests')).toBe(true);
    const wrong = await open('/contests/main/submissions?verdict=MAYBE', cookie);
    expect(wrong.answers.has('/api/contests/main/submissions?limit=100&verdict=MAYBE')).toBe(false);
  });

  it('is never markup where an answer has some', async () => {
    const { text, answers } = await open('/contests/main/submissions');
    expect(text).not.toContain('<script>alert');
    expect(answers.get('/api/contests/main')).toMatchObject({
      name: 'One </script><script>alert(1)</script> & all',
    });
  });

  it('is of a contest that its reader may not learn of what it is of none', async () => {
    await api.makeContest('hidden1');
    const body = { public: false, confirm: true };
    await api.request('PATCH', '/api/contests/hidden1', { as: 'admin', body });
    // The time of the server is another one each time.
    const textOf = async (contest: string): Promise<string> =>
      (await open(`/contests/${contest}/submissions`)).text
        .replaceAll(contest, 'contest')
        .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'now');
    expect(await textOf('hidden1')).toBe(await textOf('nothing'));
  });

  it('is kept by nobody', async () => {
    const { response } = await open('/contests/main/submissions');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('vary')).toContain('accept-encoding');
    expect(response.headers.get('content-encoding')).toBe('gzip');
  });

  it('comes without answers to a request for its head only, or for a page it does not know', async () => {
    const head = await fetch(`${api.url}/`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect([...(await open('/nowhere')).answers.keys()]).toEqual(['/api/session']);
  });
});
