import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const good = {
  DATABASE_URL: 'postgresql://a@localhost/b?host=%2Frun',
  REDIS_URL: 'redis+unix:///run/redis.sock',
  SANDGLASS_DATA: '/tmp/data',
  SANDGLASS_SECRET: '0123456789abcdef',
};

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
  }
  return [];
}

describe('the configuration', () => {
  it('has defaults for what need not be said', () => {
    expect(readConfig(good)).toMatchObject({
      host: '127.0.0.1',
      port: 8080,
      logLevel: 'info',
      webRoot: null,
      trustProxy: false,
      judgehostRedisUrl: good.REDIS_URL,
    });
  });

  it.each([
    ['DATABASE_URL', 'mysql://x'],
    ['REDIS_URL', 'http://x'],
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['SANDGLASS_SECRET', 'short'],
    ['SANDGLASS_ADMIN_PASSWORD', '123'],
    ['LOG_LEVEL', 'loud'],
    ['SANDGLASS_TRUST_PROXY', 'true'],
    ['SANDGLASS_TRUST_PROXY', '1'],
    ['SANDGLASS_TRUST_PROXY', 'proxy.example.org'],
    ['SANDGLASS_TRUST_PROXY', '0.0.0.0/0'],
    ['SANDGLASS_TRUST_PROXY', '::/0'],
    ['SANDGLASS_TRUST_PROXY', '10.0.0.0/33'],
  ])('refuses a wrong %s (%s) by name', (name, value) => {
    const problems = problemsOf({ ...good, [name]: value });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(new RegExp(`^${name}: `));
  });

  it('trusts proxies by their addresses and networks', () => {
    const proxies = (text: string): unknown =>
      readConfig({ ...good, SANDGLASS_TRUST_PROXY: text }).trustProxy;
    expect(proxies('10.0.0.5, 172.16.0.0/12,2001:db8::/32')).toEqual([
      '10.0.0.5',
      '172.16.0.0/12',
      '2001:db8::/32',
    ]);
    expect(proxies('false')).toBe(false);
  });

  it('names everything that is missing at once', () => {
    expect(problemsOf({}).map((problem) => problem.split(':')[0])).toEqual([
      'DATABASE_URL',
      'REDIS_URL',
      'SANDGLASS_DATA',
      'SANDGLASS_SECRET',
    ]);
  });

  it('never has judgehosts share the api’s own user in Redis', () => {
    const shared = { ...good, SANDGLASS_JUDGEHOST_REDIS_USERS: 'shared', REDIS_URL: 'redis://:secret@redis' };
    const hosts = (url: string) => ({ ...shared, SANDGLASS_JUDGEHOST_REDIS_URL: url });
    for (const wrong of [shared, hosts('redis://:secret@other'), hosts('redis://default:secret@redis')]) {
      expect(problemsOf(wrong).join()).toMatch(/^SANDGLASS_JUDGEHOST_REDIS_URL: must be given/);
      expect(problemsOf(wrong).join()).not.toContain('secret@');
    }
    const right = 'redis://hosts:theirs@redis';
    expect(readConfig(hosts(right))).toMatchObject({ judgehostRedisUrl: right, judgehostRedisUsers: false });
  });

  it('never repeats a secret in its complaint', () => {
    expect(problemsOf({ ...good, SANDGLASS_SECRET: 'tooshort' }).join()).not.toContain('tooshort');
  });

  it('takes a value from the file that X_FILE names, trimmed', () => {
    const folder = mkdtempSync(join(tmpdir(), 'sandglass-config-'));
    writeFileSync(join(folder, 'secret'), 'fedcba9876543210\n');
    const { SANDGLASS_SECRET: _, ...rest } = good;
    expect(readConfig({ ...rest, SANDGLASS_SECRET_FILE: join(folder, 'secret') }).secret).toBe(
      'fedcba9876543210',
    );
    rmSync(folder, { recursive: true });
    expect(problemsOf({ ...rest, SANDGLASS_SECRET_FILE: join(folder, 'secret') })[0]).toMatch(
      /^SANDGLASS_SECRET_FILE: the file/,
    );
  });
});

describe('logins that somebody else vouches for', () => {
  const oidc = {
    ...good,
    SANDGLASS_PUBLIC_URL: 'https://judge.example.org/',
    SANDGLASS_OIDC_ISSUER: 'https://login.example.org/realms/contest',
    SANDGLASS_OIDC_CLIENT_ID: 'sandglass',
  };

  it('are off until they are set up', () => {
    expect(readConfig(good).singleSignOn).toEqual({ header: null, oidc: null });
  });

  it('by a header need the proxies that may say it', () => {
    const header = { ...good, SANDGLASS_LOGIN_HEADER: 'X-Remote-User' };
    expect(problemsOf(header)[0]).toMatch(/^SANDGLASS_LOGIN_HEADER_FROM: must name the addresses/);
    expect(problemsOf({ ...header, SANDGLASS_LOGIN_HEADER_FROM: '0.0.0.0/0' })[0]).toMatch(
      /almost everybody/,
    );
    expect(readConfig({ ...header, SANDGLASS_LOGIN_HEADER_FROM: '10.0.0.5' }).singleSignOn.header).toEqual({
      name: 'x-remote-user',
      from: ['10.0.0.5'],
      roles: ['contestant'],
    });
    for (const name of ['Authorization', 'X-Forwarded-For', 'two words', ''])
      if (name !== '') expect(problemsOf({ ...header, SANDGLASS_LOGIN_HEADER: name })).not.toEqual([]);
  });

  it('by an OpenID provider need an address of this site, over https', () => {
    expect(readConfig(oidc).singleSignOn.oidc).toMatchObject({
      issuer: 'https://login.example.org/realms/contest',
      redirectUri: 'https://judge.example.org/api/session/oidc/callback',
      claim: 'preferred_username',
      roles: ['contestant'],
      group: null,
      clientSecret: null,
    });
    expect(problemsOf({ ...good, SANDGLASS_OIDC_ISSUER: oidc.SANDGLASS_OIDC_ISSUER })).toEqual([
      expect.stringContaining('SANDGLASS_OIDC_CLIENT_ID'),
      expect.stringContaining('SANDGLASS_PUBLIC_URL'),
    ]);
    const wrong = {
      SANDGLASS_OIDC_ISSUER: 'http://login.example.org',
      SANDGLASS_OIDC_ROLES: 'contestant,root',
      SANDGLASS_OIDC_SCOPE: 'profile',
    };
    for (const [name, value] of Object.entries(wrong))
      expect(problemsOf({ ...oidc, [name]: value })).toEqual([expect.stringContaining(name)]);
  });
});
