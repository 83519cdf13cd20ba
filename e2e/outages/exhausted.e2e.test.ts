/** Processes that get no further file descriptor, and no further process; and a power cut. */
import { execFileSync } from 'node:child_process';
import { readdirSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startStack, waitFor, type TestStack } from '@sandglass/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lasting, outage } from '../support/outage.ts';

const missing = process.getuid?.() === 0 ? null : 'needs root';
const name = 'nothing that was acknowledged is lost,';
const scarceMs = 5_000;

let stack: TestStack;

const services = {
  PostgreSQL: () => stack.stack.postgres?.process.identity.pid ?? 0,
  Redis: () => stack.stack.redis?.process.identity.pid ?? 0,
  'the api': () => stack.stack.api?.identity.pid ?? 0,
  'the judgehost': () => stack.stack.judgehosts[0]?.identity.pid ?? 0,
} as const;
const names = Object.keys(services) as (keyof typeof services)[];

/** As the process's own user, who may do so without any of root's rights, which are few in a container. */
function asOwner(pid: number, command: string, ...words: string[]): string {
  const { uid, gid } = statSync(`/proc/${String(pid)}`);
  const ids = [`--reuid=${String(uid)}`, `--regid=${String(gid)}`, '--clear-groups'];
  return execFileSync('setpriv', [...ids, command, ...words], { encoding: 'utf8' }).trim();
}

/** @param limit the soft one; the hard one stays, so that it can be raised again */
function setLimit(pid: number, resource: 'nofile' | 'nproc', limit: string | number): void {
  asOwner(pid, 'prlimit', '--pid', String(pid), `--${resource}=${String(limit)}:`);
}

function limitOf(pid: number, resource: 'nofile' | 'nproc'): string {
  return asOwner(
    pid,
    'prlimit',
    '--pid',
    String(pid),
    `--${resource}`,
    '--noheadings',
    '--output=SOFT',
    '--raw',
  );
}

/** The lowest number that is free: with it as the limit there is no further one. */
function firstFree(pid: number): number {
  const open = new Set(
    asOwner(pid, 'ls', `/proc/${String(pid)}/fd`)
      .split('\n')
      .map(Number),
  );
  let number = 0;
  while (open.has(number)) number += 1;
  return number;
}

/** Every file below it. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** What a file may look like whose bytes had not reached the disk: empty, cut off, or zeros in place of its end. */
function damage(file: string, kind: number): void {
  const { size } = statSync(file);
  if (kind % 3 === 0) truncateSync(file, 0);
  else truncateSync(file, Math.floor(size / 2));
  if (kind % 3 === 2) truncateSync(file, size);
}

describe.skipIf(missing !== null)(missing === null ? name : `${name} (skipped: ${missing})`, () => {
  beforeAll(async () => {
    stack = await startStack({ problems: ['sum'], slots: 1, durable: true, unthrottled: true });
  });
  afterAll(() => stack?.stop());

  it.each(names)('when %s gets no further file descriptor', async (service) => {
    const pid = services[service]();
    const former = limitOf(pid, 'nofile');
    await outage(stack, `no file descriptor left for ${service}`, async () => {
      setLimit(pid, 'nofile', firstFree(pid));
      await lasting(scarceMs);
      // It may have ended and been started again, which needs no further help.
      if (services[service]() === pid) setLimit(pid, 'nofile', former);
    });
  });

  it('when no service gets a further process or thread', async () => {
    const former = names.map((service) => {
      const pid = services[service]();
      return { service, pid, limit: limitOf(pid, 'nproc') };
    });
    const { refused } = await outage(stack, 'no process left for anybody', async () => {
      // Begun before: this statement would get no process either. After it the api needs new ones.
      const ending = stack.sql(
        `SELECT pg_sleep(1); SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE application_name LIKE 'sandglass%'`,
      );
      await waitFor('the statement to run', async () => {
        const rows = await stack.sql("SELECT 1 FROM pg_stat_activity WHERE wait_event = 'PgSleep'");
        return rows.length > 0;
      });
      for (const { pid } of former) setLimit(pid, 'nproc', 1);
      await ending;
      await lasting(scarceMs);
      // One that has ended and was started again has limits of its own.
      for (const { service, pid, limit } of former)
        if (services[service]() === pid) setLimit(pid, 'nproc', limit);
    });
    expect(refused.length).toBeGreaterThan(0);
  });

  it('when the power is cut: files that are not whole are not believed', async () => {
    const data = stack.stack.options.dataFolder;
    await outage(stack, 'a power cut', async () => {
      const pids = Object.values(services).map((pid) => pid());
      // First all are stopped, so that nobody mends what is damaged here.
      for (const pid of pids) process.kill(pid, 'SIGSTOP');
      const kept = [...filesIn(join(data, 'judgehost-testhost/files')), ...filesIn(join(data, 'api/files'))];
      expect(kept.length).toBeGreaterThan(1);
      for (const [index, file] of kept.entries()) damage(file, index);
      // Redis writes its log through to the disk once a second: the last of it may be torn.
      for (const file of filesIn(join(data, 'redis')).filter((path) => path.endsWith('.incr.aof')))
        truncateSync(file, Math.max(0, statSync(file).size - 300));
      // What had just been begun.
      writeFileSync(join(data, 'judgehost-testhost/ended-because.json'), '');
      for (const pid of pids) process.kill(pid, 'SIGKILL');
      await waitFor('all of them to be started again', () =>
        Promise.resolve(Object.values(services).every((pid) => pid() !== 0 && !pids.includes(pid()))),
      );
    });
  });
});
