/**
 * The same once for real: a small contest on a started system with two slots, first in order of arrival, then in ours,
 * and the simulator on the very same load. Programs mostly sleep, so that two slots are two slots on any machine.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { importPackage, type SandglassClient } from '@sandglass/client';
import { startStack, type TestStack } from '@sandglass/testing';
import { median } from '../lib/statistics.ts';
import { random, type LoadJob } from './load.ts';
import { firstCome, ours, simulate } from './simulate.ts';

const slots = 2;
const contest = 'queue';
const teams = 6;
/** Tests and what a program sleeps in each, ms; share of the submissions. */
const problems = [
  { label: 'A', tests: 2, sleepMs: 100, share: 0.6 },
  { label: 'B', tests: 5, sleepMs: 200, share: 0.3 },
  { label: 'C', tests: 5, sleepMs: 900, share: 0.1 },
] as const;
type Problem = (typeof problems)[number];
const spanMs = 30_000;
const submissions = 48;
/** Of the middle problem, judged before, and again in the midst. */
const rejudged = 12;
const rejudgedAtMs = 10_000;

export interface LiveWaits {
  readonly policy: 'arrival' | 'deadline';
  /** Of live submissions, ms. */
  readonly measured: readonly number[];
  readonly simulated: readonly number[];
  /** Fewer than there are: the host found itself unhealthy on a busy machine and lowered itself; then the two do not compare. */
  readonly leastSlots: number;
}

export async function measureLive(
  policy: LiveWaits['policy'],
  progress: (line: string) => void,
): Promise<LiveWaits> {
  progress(`a live system, order by ${policy}`);
  const scratch = await mkdtemp(join(tmpdir(), 'sandglass-queue-'));
  await using stack = await startStack({
    problems: [],
    slots,
    unthrottled: true,
    apiSettings: { SANDGLASS_QUEUE_ORDER: policy },
  });
  try {
    const clients = await makeContest(stack, scratch);
    return await replay(stack, clients, policy);
  } finally {
    await rm(scratch, { recursive: true });
  }
}

async function replay(
  stack: TestStack,
  clients: readonly SandglassClient[],
  policy: LiveWaits['policy'],
): Promise<LiveWaits> {
  const [first] = clients;
  if (first === undefined) throw new Error('there is no team');
  // Alone and one after another: what each costs, for the judge to learn and for the simulator to know.
  const costs = new Map<string, number>();
  const before: string[] = [];
  for (const problem of problems) {
    const took: number[] = [];
    for (let index = 0; index < (problem.label === 'B' ? rejudged : 3); index += 1) {
      const id = await submit(first, problem);
      await first.verdictOf(id);
      if (problem.label === 'B') before.push(id);
      took.push(await timeOf(stack, id));
    }
    costs.set(problem.label, median(took));
  }
  // Costs are learned from what has ended every few seconds.
  await sleep(6000);
  const load = loadOf(costs);
  const watch = watchSlots(stack);
  const startedMs = performance.now();
  const rejudging = (async (): Promise<void> => {
    await sleep(rejudgedAtMs);
    await stack.jury.createRejudging(contest, { reason: 'bench', filter: { submissions: before } });
  })();
  const ids = await Promise.all(
    load
      .filter((job) => job.class === 'live' && job.arrivalMs >= 0)
      .map(async (job) => {
        await sleep(Math.max(0, job.arrivalMs - (performance.now() - startedMs)));
        const problem = problems.find(({ label }) => label === job.kind) ?? problems[0];
        const client = clients[Number(job.owner)] ?? first;
        return { job, id: await submit(client, problem) };
      }),
  );
  await rejudging;
  const measured: number[] = [];
  const taken = new Map<string, number[]>();
  for (const { job, id } of ids) {
    const detail = await stack.jury.verdictOf(id, 240_000);
    const judging = detail.judgings.find(({ valid }) => valid);
    const [startedAt, endedAt] = [judging?.startedAt, judging?.endedAt].map((at) => Date.parse(at ?? ''));
    if (startedAt === undefined || endedAt === undefined) throw new Error('a judging without its instants');
    // One task each: what is not spent on the slot is waiting.
    measured.push(Math.max(0, startedAt - Date.parse(detail.submittedAt)));
    taken.set(job.kind, [...(taken.get(job.kind) ?? []), endedAt - startedAt]);
  }
  const leastSlots = await watch();
  // The simulator is asked about the order, not about this machine's mood: it gets what slots really took.
  for (const [kind, all] of taken) costs.set(kind, all.reduce((sum, ms) => sum + ms, 0) / all.length);
  const options = policy === 'arrival' ? firstCome : ours;
  const simulated = simulate(loadOf(costs), { ...options, slots })
    .filter(({ job }) => job.class === 'live' && job.arrivalMs >= 0)
    .map(({ waitMs }) => waitMs);
  return { policy, measured, simulated, leastSlots };
}

/** Looks every second how many slots the host allows itself. @returns ends it and returns the least */
function watchSlots(stack: TestStack): () => Promise<number> {
  const stop = new AbortController();
  const watching = (async (): Promise<number> => {
    let least: number = slots;
    while (!stop.signal.aborted) {
      const [host] = await stack.admin.judgehosts();
      least = Math.min(least, host?.condition?.allowed.slots ?? least);
      await sleep(1000, undefined, { signal: stop.signal }).catch(() => {});
    }
    return least;
  })();
  // Its error is thrown when the outcome is awaited.
  watching.catch(() => {});
  return () => {
    stop.abort();
    return watching;
  };
}

/** The same for both orders; what was judged before the start comes first, so that the simulator learns its costs too. */
function loadOf(costs: ReadonlyMap<string, number>): LoadJob[] {
  const next = random(3);
  const job = (arrivalMs: number, problem: Problem, owner: string, more: Partial<LoadJob> = {}): LoadJob => ({
    arrivalMs: Math.round(arrivalMs),
    costMs: Math.round(costs.get(problem.label) ?? 0),
    kind: problem.label,
    owner,
    class: 'live',
    ...more,
  });
  const learned = problems.map((problem, index) => job(-60_000 * (index + 1), problem, 'before'));
  const live = Array.from({ length: submissions }, () => {
    let rest = next();
    const problem = problems.find(({ share }) => (rest -= share) < 0) ?? problems[0];
    return job(next() * spanMs, problem, String(Math.floor(next() * teams)));
  });
  const again = Array.from({ length: rejudged }, () =>
    job(rejudgedAtMs, problems[1], 'rejudging', { class: 'rejudging' }),
  );
  return [...learned, ...live, ...again].toSorted((a, b) => a.arrivalMs - b.arrivalMs);
}

let submitted = 0;
async function submit(client: SandglassClient, { label, sleepMs }: Problem): Promise<string> {
  submitted += 1;
  const content = `#include <stdio.h>\n#include <unistd.h>\nint main(void) { usleep(${String(sleepMs * 1000)}); puts("done"); } // ${String(submitted)}\n`;
  const { id } = await client.submit(contest, {
    problem: label,
    language: 'c',
    files: [{ name: 'sleep.c', content }],
  });
  return id;
}

/** From its claim to its verdict, ms. */
async function timeOf(stack: TestStack, id: string): Promise<number> {
  const [judging] = (await stack.jury.submission(id)).judgings;
  return Date.parse(judging?.endedAt ?? '') - Date.parse(judging?.startedAt ?? '');
}

async function makeContest(stack: TestStack, scratch: string): Promise<SandglassClient[]> {
  for (const { label, tests } of problems) {
    const folder = join(scratch, label);
    await mkdir(join(folder, 'data/secret'), { recursive: true });
    await writeFile(join(folder, 'problem.yaml'), `name: ${label}\nlimits:\n  time_limit: 2\n`);
    for (let test = 0; test < tests; test += 1) {
      await writeFile(join(folder, `data/secret/${String(test)}.in`), '\n');
      await writeFile(join(folder, `data/secret/${String(test)}.ans`), 'done\n');
    }
    await importPackage(stack.admin, `sleep-${label}`, folder);
  }
  const names = Array.from({ length: teams }, (_, index) => `team-${String(index)}`);
  const now = Date.now();
  await stack.admin.defineContest({
    id: contest,
    name: 'Queue',
    startsAt: new Date(now - 60_000).toISOString(),
    endsAt: new Date(now + 3_600_000).toISOString(),
    problems: problems.map(({ label }) => ({ label, problem: `sleep-${label}`, colour: '#b4622d' })),
    teams: names.map((name) => ({ id: name, name })),
  });
  const password = 'bench-password';
  await stack.admin.createUsers({
    users: names.map((name) => ({ username: name, password, role: 'contestant' as const, teamId: name })),
  });
  return names.map((username) => stack.client({ who: username, username, password }));
}
