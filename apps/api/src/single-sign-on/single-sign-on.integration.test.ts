/** Logins that a proxy or a real OpenID provider vouches for, and those who claim to be vouched for. */
import { createServer } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { LoginOptions, People, ProblemDetails, SessionAnswer } from '@sandglass/contracts';
import { describe, expect, it } from 'vitest';
import type { OidcConfig } from '../platform/config/single-sign-on-config.ts';
import { TestBrowser, TestOpenIdProvider } from '../testing/openid-provider.ts';
import type { TestApi } from '../testing/test-api.ts';
import { withTestEnvironment } from '../testing/test-environment.ts';

/** With both ways, whose header comes from this machine. */
let api: TestApi;
/** Whose proxies are elsewhere. */
let far: TestApi;
let off: TestApi;
let provider: TestOpenIdProvider;
let oidc: OidcConfig;

const publicUrl = 'http://judge.localhost';
const callback = `${publicUrl}/api/session/oidc/callback`;

withTestEnvironment(async (environment) => {
  off = environment.api;
  await off.makeContest('main');
  const body = { name: 'Guests from the university' };
  await off.request('PUT', '/api/people/groups/guests', { as: 'admin', body });
  provider = await TestOpenIdProvider.start(
    {
      ada: { preferred_username: 'alpha', name: 'Ada' },
      new: { preferred_username: 'grace', name: 'Grace Hopper' },
      copy: { preferred_username: 'copycat', name: 'TEAM A1PHA' },
      root: { preferred_username: 'admin', name: 'Not the administrator' },
      odd: { preferred_username: 'no username', name: 'Odd' },
      mail: { preferred_username: 'mail', email: 'alpha', email_verified: false },
    },
    callback,
  );
  environment.atEnd(() => provider[Symbol.asyncDispose]());
  oidc = {
    issuer: provider.issuer,
    clientId: provider.clientId,
    clientSecret: provider.clientSecret,
    redirectUri: callback,
    scope: 'openid profile',
    claim: 'preferred_username',
    roles: ['contestant'],
    group: 'guests',
    name: 'the university',
  };
  const header = (from: string) => ({ name: 'x-remote-user', from: [from], roles: ['contestant'] as const });
  api = await environment.anotherApi('near', { singleSignOn: { header: header('127.0.0.0/8'), oidc } });
  far = await environment.anotherApi('far', {
    singleSignOn: {
      header: header('10.0.0.0/8'),
      oidc: { ...oidc, group: null, claim: 'email', scope: 'openid email' },
    },
  });
});

type Answer = SessionAnswer & ProblemDetails;
const byHeader = (to: TestApi, headers: Record<string, string>) =>
  to.request<Answer>('POST', '/api/session/header', { headers });
const options = async (to: TestApi, headers: Record<string, string> = {}) =>
  (await to.request<LoginOptions>('GET', '/api/session/options', { headers })).body;

describe('a header of a proxy', () => {
  it('is nothing while it is off, or from anywhere but the proxies that are named', async () => {
    const claims = [
      { 'x-remote-user': 'alpha' },
      { 'x-remote-user': 'alpha', 'x-forwarded-for': '10.0.0.5' },
      { 'x-remote-user': 'alpha', 'x-forwarded-for': '127.0.0.1' },
    ];
    for (const to of [off, far])
      for (const headers of claims) {
        const { status, body } = await byHeader(to, headers);
        expect([status, body.code]).toEqual([404, 'LOGIN_WAY_OFF']);
        expect((await options(to, headers)).header).toBeNull();
      }
  });

  it('logs in whom it names, with a session as any other', async () => {
    const headers = { 'x-remote-user': 'alpha', 'x-forwarded-for': '10.9.9.9' };
    expect((await options(api, headers)).header).toEqual({ username: 'alpha', name: 'Team Alpha' });
    const { status, body, headers: sent } = await byHeader(api, headers);
    expect([status, body.session?.user.teamId]).toEqual([200, 'alpha']);
    const cookie = (sent.get('set-cookie') ?? '').split(';')[0] ?? '';
    const session = await api.request<SessionAnswer>('GET', '/api/session', { headers: { cookie } });
    expect(session.body.session?.user.username).toBe('alpha');
    const { rows } = await api.sql.query(`SELECT last_login_from FROM account WHERE username = 'alpha'`);
    expect(rows).toEqual([{ last_login_from: '10.9.9.9' }]);
  });

  it('never makes anybody more than the roles that are named, nor an unknown one', async () => {
    for (const username of ['admin', 'jury', 'nobody']) {
      const { status, body } = await byHeader(api, { 'x-remote-user': username });
      expect([username, status, body.code]).toEqual([username, 403, 'LOGIN_NOT_KNOWN']);
      expect((await options(api, { 'x-remote-user': username })).header).toBeNull();
    }
    for (const strange of ['alpha, beta', '', 'a b', '../alpha'])
      expect((await byHeader(api, { 'x-remote-user': strange })).status).toBe(404);
  });
});

/** From the button to where the browser ends. */
async function signOn(
  to: TestApi,
  who: string | null,
  { browser = new TestBrowser(), redirect = '/contests/main', change = (url: string) => url } = {},
): Promise<{ ends: string; browser: TestBrowser; user: string | null; back: string }> {
  const begin = `${to.url}/api/session/oidc?redirect=${encodeURIComponent(redirect)}`;
  const begun = await browser.visit(begin);
  const back = await browser.logInAtProvider(TestBrowser.next(begin, begun), who, callback);
  const { ends, user } = await comeBack(to, browser, change(back));
  return { ends, browser, user, back };
}

async function comeBack(
  to: TestApi,
  browser: TestBrowser,
  back: string,
): Promise<{ ends: string; user: string | null }> {
  const answer = await browser.visit(back.replace(publicUrl, to.url));
  const cookie = browser.cookie(to.url, 'sandglass_session') ?? '';
  const session = await to.request<SessionAnswer>('GET', '/api/session', { headers: { cookie } });
  return { ends: answer.headers.get('location') ?? '', user: session.body.session?.user.username ?? null };
}

describe('a login at an OpenID provider', () => {
  it('is off until it is set up', async () => {
    expect((await options(off)).oidc).toBeNull();
    expect((await options(api)).oidc).toEqual({ name: 'the university' });
    for (const path of ['/api/session/oidc', '/api/session/oidc/callback?code=x&state=y'])
      expect((await off.get<ProblemDetails>(path)).body.code).toBe('LOGIN_WAY_OFF');
  });

  it('logs in the account of that username, and goes on where it began', async () => {
    expect(await signOn(api, 'ada')).toMatchObject({ ends: '/contests/main', user: 'alpha' });
  });

  it('makes a team and an account in the group that takes them, once', async () => {
    expect(await signOn(api, 'new')).toMatchObject({ user: 'grace' });
    expect(await signOn(api, 'new')).toMatchObject({ user: 'grace' });
    // A name that another team has is not taken over.
    expect(await signOn(api, 'copy')).toMatchObject({ user: 'copycat' });
    const { body } = await off.get<People>('/api/people', 'admin');
    const made = body.teams.filter(({ groupIds }) => groupIds.includes('guests'));
    expect(made.map(({ id, name }) => [id, name])).toEqual([
      ['copycat', 'copycat'],
      ['grace', 'Grace Hopper'],
    ]);
    const { rows } = await api.sql.query(
      `SELECT actor FROM audit_log WHERE action = 'account.single-sign-on'`,
    );
    expect(rows).toEqual([{ actor: 'grace' }, { actor: 'copycat' }]);
    const login = { username: 'grace', password: 'anything' };
    expect((await off.request('POST', '/api/session', { body: login })).status).toBe(401);
  });

  it('opens no account of a role that is not named, and none for what is no username', async () => {
    expect(await signOn(api, 'root')).toMatchObject({ ends: '/login?problem=unknown', user: null });
    expect(await signOn(api, 'odd')).toMatchObject({ ends: '/login?problem=name', user: null });
    // An address that the provider has not verified is anybody's.
    expect(await signOn(far, 'mail')).toMatchObject({ ends: '/login?problem=name', user: null });
  });

  it('says so where it is refused at the provider', async () => {
    expect(await signOn(api, null)).toMatchObject({ ends: '/login?problem=denied', user: null });
  });

  it('is finished by the browser that began it, once, and as it began', async () => {
    const { back } = await signOn(api, 'ada');
    // Somebody else's link: that browser has begun nothing.
    const victim = new TestBrowser();
    expect(await comeBack(api, victim, back)).toEqual({ ends: '/login?problem=expired', user: null });
    // Or has begun another login.
    await victim.visit(`${api.url}/api/session/oidc`);
    expect(await comeBack(api, victim, back)).toMatchObject({
      ends: '/login?problem=failed',
      user: null,
    });
    const change = (url: string): string => url.replace(/state=[^&]+/, 'state=other');
    expect(await signOn(api, 'ada', { change })).toMatchObject({
      ends: '/login?problem=failed',
      user: null,
    });
    const code = (url: string): string => url.replace(/code=[^&]+/, 'code=other');
    expect(await signOn(api, 'ada', { change: code })).toMatchObject({ user: null });
  });

  it('never ends on another site', async () => {
    for (const redirect of [
      'https://evil.example',
      '//evil.example/x',
      '/\\evil.example',
      'javascript:alert(1)',
    ])
      expect((await signOn(api, 'ada', { redirect })).ends).toBe('/');
  });

  it('that cannot reach the provider says so, and the next one asks again', async () => {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, 'close');
    const { OidcLogin } = await import('./oidc-login.ts');
    const login = new OidcLogin(
      { ...oidc, issuer: `http://127.0.0.1:${port}` },
      { secret: 'x', log: api.app.log, database: null as never, units: null as never },
    );
    expect(await login.begin('/')).toBeNull();
  });
});
