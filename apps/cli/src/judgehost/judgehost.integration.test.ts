import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SandglassClient } from '@sandglass/client';
import { startStack, type TestStack } from '@sandglass/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manage, type ManageOptions } from './manage.ts';
import { joinServer, readMembership, rotateOwnToken, tokenFileOf } from './own-credential.ts';

let stack: TestStack;
let folder: string;
let options: ManageOptions;

beforeAll(async () => {
  stack = await startStack({ problems: [], judgehost: false });
  folder = await mkdtemp('/tmp/sandglass-cli-judgehost-');
  const passwordFile = join(folder, 'password');
  await writeFile(passwordFile, stack.adminLogin.password);
  options = { url: stack.url, user: 'admin', passwordFile };
});
afterAll(async () => {
  await stack?.stop();
  await rm(folder, { recursive: true, force: true });
});

describe('judgehosts from the command line', () => {
  it('are invited, join, rotate their token, and are managed', async () => {
    const lines = await manage('invite', [], { ...options, name: 'judge-1' });
    const [, url = '', token = ''] =
      /judgehost join (\S+) (\S+) --name judge-1$/.exec(lines.at(-1) ?? '') ?? [];
    expect(await joinServer(url, token, 'judge-1', folder)).toEqual({ url: stack.url, name: 'judge-1' });
    expect(readMembership(folder)).toEqual({ url: stack.url, name: 'judge-1' });
    expect((await stat(tokenFileOf(folder))).mode & 0o777).toBe(0o600);
    await expect(joinServer(url, token, 'judge-1', folder)).rejects.toThrow(/registration token/);
    expect((await rotateOwnToken(folder)).name).toBe('judge-1');

    expect(await manage('list', [], options)).toEqual(['judge-1: away, on, 0 tasks']);
    expect(await manage('drain', ['judge-1'], { ...options, reason: 'a new kernel' })).toEqual([
      'judge-1: away, drained, 0 tasks (a new kernel)',
    ]);
    await expect(manage('enable', ['judge-2'], options)).rejects.toThrow('there are: judge-1');
    expect((await manage('warm-up', [stack.contest, 'judge-1'], options))[0]).toContain('0 files');
    await expect(manage('warm-up', [stack.contest, 'judge-2'], options)).rejects.toThrow(
      'there is no judgehost "judge-2"',
    );
    expect(await manage('revoke', ['judge-1'], options)).toEqual([
      'judge-1: revoked; 0 tasks are judged elsewhere',
    ]);
    await expect(rotateOwnToken(folder)).rejects.toThrow('401');
    // It never registered, so nothing is lost with it.
    expect(await manage('delete', ['judge-1'], options)).toEqual(['judge-1: deleted']);
    expect(await manage('list', [], options)).toEqual([]);
  });
});

describe('judgehosts by the client for scripts', () => {
  it('are invited, join, are changed and revoked', async () => {
    const { hosts } = stack.admin;
    const [used, unused] = [await hosts.invite({ name: 'judge-3' }), await hosts.invite()];
    const joined = await new SandglassClient(stack.url).hosts.join(used.token, 'judge-3');
    await hosts.takeBack(unused.id);
    expect(await hosts.invitations()).toEqual(
      expect.arrayContaining([expect.objectContaining({ id: used.id, usedBy: 'judge-3' })]),
    );
    expect((await hosts.invitations()).map(({ id }) => id)).not.toContain(unused.id);

    const own = new SandglassClient(stack.url, { token: joined.token });
    const rotated = await own.hosts.rotateOwn();
    await expect(own.hosts.rotateOwn()).rejects.toThrow('401');
    expect((await hosts.rotate(joined.id)).token).not.toBe(rotated.token);

    expect(await hosts.setMode(joined.id, 'drain', 'a new kernel')).toMatchObject({
      mode: 'drain',
      modeReason: 'a new kernel',
    });
    expect((await hosts.restrict(joined.id, { languages: ['c'] })).restrictions).toEqual({
      contests: null,
      problems: null,
      languages: ['c'],
    });
    expect((await hosts.restrict(joined.id, null)).restrictions.languages).toBeNull();
    expect((await hosts.one(joined.id)).name).toBe('judge-3');
    expect(await hosts.health(joined.id)).toEqual([]);
    await hosts.warmUp(stack.contest, ['judge-3']);
    await expect(hosts.warmUp(stack.contest, ['judge-4'])).rejects.toThrow('there is no judgehost "judge-4"');
    const asked = await hosts.warmUp(stack.contest);
    expect((await hosts.warmUpProgress(stack.contest)).revision).toBe(asked.revision);
    expect(await hosts.revoke(joined.id)).toBe(0);
    const { judgehosts, mismatches } = await hosts.list();
    expect(judgehosts.find(({ id }) => id === joined.id)?.credential.revokedAt).not.toBeNull();
    expect(mismatches).toEqual([]);
  });

  it('are watched: their lines, their slots, their alarms', async () => {
    const { monitor } = stack.jury;
    const now = Date.now();
    // The api looks at its hosts once a second.
    await expect
      .poll(async () => (await monitor.hosts()).map(({ name }) => name), { timeout: 30_000 })
      .toContain('judge-3');
    expect(await monitor.intervals(now - 60_000, now)).toMatchObject({ intervals: [], completeFrom: null });
    expect(await monitor.runs(now - 60_000, now)).toEqual({ runs: [], more: false });
    const cells = await monitor.cells(now - 60_000, now, { skip: 0, rows: 1 });
    expect(cells).toMatchObject({ intervals: [], cellMs: 2000 });
    expect(cells.rows.length).toBeLessThanOrEqual(1);
    expect(await monitor.intervalsOf(crypto.randomUUID())).toEqual([]);
    expect(await monitor.openAlarms()).toEqual([]);
    expect(await monitor.alarms({ state: 'open', rule: 'silent-host', limit: 5 })).toEqual({
      alarms: [],
      more: false,
    });
    const missing = monitor.acknowledge('0199a0a0-0000-7000-8000-000000000000', 'looking at it');
    await expect(missing).rejects.toThrow('404');
    const watching = new AbortController();
    const types = new Set<string>();
    for await (const message of monitor.live(['hosts', 'tasks'], watching.signal)) {
      types.add(message.type);
      if (types.size === 3) break;
    }
    watching.abort();
    expect([...types].sort()).toEqual(['alarms', 'hosts', 'tasks']);
  });
});
