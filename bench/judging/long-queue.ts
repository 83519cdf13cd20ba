/** Very many judgings waiting: what putting them there costs, what keeping them costs, and what each process holds. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { TestStack } from '@sandglass/testing';
import { median, rounded } from '../lib/statistics.ts';
import type { BenchContest } from './contest.ts';
import { programIn } from './programs.ts';

const run = promisify(execFile);
/** USER_HZ: what /proc counts CPU time in. */
const ticksPerSecond = 100;
const restMs = 5000;

export interface LongQueue {
  readonly figures: Readonly<Record<string, number>>;
  readonly rows: readonly Record<string, string | number>[];
}

/** With its judgehost disabled. */
export async function longQueue(stack: TestStack, contest: BenchContest, count: number): Promise<LongQueue> {
  const before = { memory: memoryOf(stack), cpu: await restingCpu(stack) };
  const startedMs = performance.now();
  const { postMs } = await contest.submitAll(Array.from({ length: count }, () => programIn('c')));
  const enqueueSeconds = (performance.now() - startedMs) / 1000;
  await untilQueued(stack, count);
  const after = { memory: memoryOf(stack), cpu: await restingCpu(stack) };
  await redis(stack, 'FLUSHALL');
  const emptiedMs = performance.now();
  await untilQueued(stack, count);
  const refillMs = performance.now() - emptiedMs;
  const rows = Object.keys(after.memory).map((name) => ({
    what: `${name}, ${String(count)} queued`,
    'memory MiB': rounded(after.memory[name] ?? 0, 1),
    'before MiB': rounded(before.memory[name] ?? 0, 1),
    'CPU ms per s': rounded(after.cpu[name] ?? 0, 1),
    'before CPU ms per s': rounded(before.cpu[name] ?? 0, 1),
  }));
  return {
    rows,
    figures: {
      enqueued_per_s: rounded(count / enqueueSeconds, 1),
      enqueue_ms_p50: rounded(median(postMs)),
      refill_ms: rounded(refillMs, 0),
      sweep_cpu_ms_per_s: rounded(
        Object.keys(after.cpu).reduce(
          (sum, name) => sum + (after.cpu[name] ?? 0) - (before.cpu[name] ?? 0),
          0,
        ),
        1,
      ),
      ...Object.fromEntries(
        Object.entries(after.memory).map(([name, value]) => [`${name}_mib`, rounded(value, 1)]),
      ),
    },
  };
}

export function processesOf({ stack }: TestStack): { name: string; pid: number }[] {
  const pids = [
    { name: 'api', pid: stack.api?.identity.pid },
    { name: 'redis', pid: stack.redis?.process.identity.pid },
    { name: 'postgres', pid: stack.postgres?.process.identity.pid },
    { name: 'judgehost', pid: childOf(stack.judgehosts[0]?.identity.pid) },
  ];
  return pids.flatMap(({ name, pid }) => (pid === undefined ? [] : { name, pid }));
}

/** The judgehost itself is started by its broker, when that does not become it. */
function childOf(pid: number | undefined): number | undefined {
  if (pid === undefined) return undefined;
  if (readFileSync(`/proc/${String(pid)}/comm`, 'utf8').includes('node')) return pid;
  const children = readFileSync(`/proc/${String(pid)}/task/${String(pid)}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter((word) => word !== '')
    .map(Number);
  return (
    children.find((child) => readFileSync(`/proc/${String(child)}/comm`, 'utf8').includes('node')) ?? pid
  );
}

/** Resident, MiB, by process; PostgreSQL's is its postmaster's, whose sessions share most of theirs. */
function memoryOf(stack: TestStack): Record<string, number> {
  return Object.fromEntries(
    processesOf(stack).map(({ name, pid }) => {
      const kib = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8'))?.[1];
      return [name, Number(kib ?? 0) / 1024];
    }),
  );
}

/** CPU ms per second of each process while nobody wants anything. */
async function restingCpu(stack: TestStack): Promise<Record<string, number>> {
  const read = (): Map<string, number> =>
    new Map(processesOf(stack).map(({ name, pid }) => [name, cpuMs(pid, name === 'postgres')]));
  await sleep(1000);
  const first = read();
  await sleep(restMs);
  return Object.fromEntries(
    [...read()].map(([name, ms]) => [name, ((ms - (first.get(name) ?? 0)) / restMs) * 1000]),
  );
}

/** @param children PostgreSQL works in one process per session */
export function cpuMs(pid: number, children: boolean): number {
  const fields = readFileSync(`/proc/${String(pid)}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  const msOf = (...at: readonly number[]): number =>
    (at.reduce((sum, index) => sum + Number(fields[index]), 0) / ticksPerSecond) * 1000;
  if (!children) return msOf(11, 12);
  // With those of sessions that have ended: without them the sum would fall when one ends.
  const own = msOf(11, 12, 13, 14);
  const list = readFileSync(`/proc/${String(pid)}/task/${String(pid)}/children`, 'utf8').trim();
  const pids = list === '' ? [] : list.split(' ').map(Number);
  return pids.reduce((sum, child) => {
    try {
      return sum + cpuMs(child, false);
    } catch {
      // A session that has ended since.
      return sum;
    }
  }, own);
}

async function redis({ stack }: TestStack, ...words: string[]): Promise<string> {
  const env = { ...process.env, REDISCLI_AUTH: stack.redis?.password };
  const { stdout } = await run('redis-cli', ['-s', stack.redis?.socket ?? '', ...words], { env });
  return stdout.trim();
}

async function untilQueued(stack: TestStack, count: number): Promise<void> {
  for (const until = performance.now() + 120_000; performance.now() < until; await sleep(20)) {
    if (Number(await redis(stack, 'ZCARD', 'sandglass:judge:prioritized')) >= count) return;
  }
  throw new Error(`${String(count)} judgings did not all come into the queue`);
}
