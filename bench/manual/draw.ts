/**
 * Draws the pictures of the contestants' and the jury's manual and of the README: `node bench/manual/draw.ts`, as root, about 3 minutes on a
 * machine with nothing else to do. A whole system with two judgehosts judges what teams hand in; for a minute busy
 * programs take the cores away, so that runs are really starved, and the system proposes more room. The administrator's
 * pictures are taken by `bench watch --save` and `bench trouble --save`.
 *
 * It always ends by itself: every wait is bounded, and so is the whole. All that it starts dies with it.
 */
import type { Login } from '@sandglass/client';
import { startStack, waitFor, type TestStack } from '@sandglass/testing';
import { coreCpus } from '../lib/cores.ts';
import { Hogs } from '../lib/hogs.ts';
import { launchBrowser, logIn, openWindow } from '../lib/opening.ts';
import { judged, playContest, slowTeam, submitBusy, submitSlow, teamAt } from './contest.ts';
import {
  drawPictures,
  openRejudging,
  proposedLimit,
  slowSubmission,
  starvedSubmission,
  submissionsList,
  type Picture,
} from './pictures.ts';
import {
  otherAccount,
  ownSubmission,
  ownSubmissions,
  scoreboard,
  silentServer,
  submitPanel,
} from './team-pictures.ts';

const begunMs = performance.now();
const say = (text: string): void => {
  process.stderr.write(`${((performance.now() - begunMs) / 1000).toFixed(0).padStart(4)} s  ${text}\n`);
};
const longestMs = 600_000;
const patienceMs = 60_000;

if (process.getuid?.() !== 0) throw new Error('the sandbox needs root');
const [firstCpu, secondCpu] = await coreCpus();
if (firstCpu === undefined || secondCpu === undefined)
  throw new Error('two judgehosts need a core each, and this process may use fewer than two cores');
setTimeout(() => {
  say('it takes too long and is given up');
  process.exit(1);
}, longestMs).unref();

say('starting a stack');
await using stack = await startStack({
  problems: 'all',
  judgehost: false,
  unthrottled: true,
  // One picture is of an api that hangs.
  leavesHung: true,
});
await startHosts(stack, { anvil: firstCpu, ember: secondCpu });
say('teams hand in their solutions');
await playContest(stack);
say('judging again');
const rejudging = await rejudge(stack);
const slow = await submitSlow(stack);
say('all alarms end');
await quiet(stack);
await draw(stack, { submission: slowSubmission(slow), 'jury-rejudging': openRejudging(rejudging) });
say('what a team sees');
await draw(
  stack,
  {
    'team-submit': submitPanel,
    'team-submissions': ownSubmissions,
    'team-submission': ownSubmission(slow),
    scoreboard,
    'silent-server': silentServer(stack),
    'other-account': otherAccount(stack),
  },
  teamAt(stack, slowTeam),
);
await freeze(stack);
await draw(stack, { 'jury-scoreboard': scoreboard });
say('programs are starved');
const starved = await starve(stack);
await draw(stack, {
  'jury-submissions': submissionsList,
  'jury-submission': starvedSubmission(starved),
  'jury-wall-limits': proposedLimit,
});
say('all are drawn');

/** @param cpus by the judgehost's name: the CPU that it has for itself */
async function startHosts(
  { admin, stack: services }: TestStack,
  cpus: Readonly<Record<string, number>>,
): Promise<void> {
  const hosts = Object.entries(cpus);
  for (const [name, cpu] of hosts) {
    const { token } = await admin.createJudgehost(name);
    await services.startJudgehost(name, token, 1, ['taskset', '--cpu-list', String(cpu)]);
  }
  await waitFor(
    'the judgehosts to be online',
    async () => (await admin.judgehosts()).filter(({ online }) => online).length === hosts.length,
    patienceMs,
  );
}

/** So many submissions at once raise alarms for a while. On a machine with other work the alarms stay. */
async function quiet({ jury }: TestStack): Promise<void> {
  const quiet = async (): Promise<boolean> => (await jury.openAlarms()).length === 0;
  await waitFor('alarms to end', quiet, patienceMs).catch(() => say('some alarms stay'));
}

/** @returns a submission that the wall clock stopped while it waited for a core */
async function starve(on: TestStack): Promise<string> {
  {
    // Nothing is asked of them: they run until this block ends. So many on a core leave a program less than a fifth of it.
    await using _ = new Hogs({ perCore: 10, longestS: 150 });
    await judged(on, await submitBusy(on, [1, 4, 6]));
  }
  const { submissions } = await on.jury.submissions(on.contest, { verdict: 'WTL', suspect: 'yes' });
  say(`${String(submissions.length)} submissions were starved`);
  const [first] = submissions;
  if (first === undefined) throw new Error('no run was starved');
  return first.id;
}

/** Some of it comes out otherwise. @returns it, judged and not applied */
async function rejudge(on: TestStack): Promise<string> {
  const { id } = await on.jury.createRejudging(on.contest, {
    reason: 'B and E: memory limit of 32 MiB, as printed in the statements',
    filter: { problems: ['B', 'E'] },
    limits: { memoryMiB: 32 },
  });
  await waitFor(
    'the rejudging to be judged',
    async () => (await on.jury.rejudging(id)).state === 'judged',
    patienceMs,
  );
  return id;
}

/** @param login who looks at the pages */
async function draw(
  on: TestStack,
  pictures: Readonly<Record<string, Picture>>,
  login: Login = on.juryLogin,
): Promise<void> {
  const browser = await launchBrowser();
  try {
    const page = await (await openWindow(browser, on.url)).newPage();
    page.setDefaultTimeout(patienceMs);
    await logIn(page, login);
    await drawPictures({ page, stack: on, say }, pictures);
  } finally {
    await browser.close();
  }
}

/** The public scoreboard stands still since half of the submissions were made. */
async function freeze({ admin, contest, jury }: TestStack): Promise<void> {
  const { submissions } = await jury.submissions(contest, { limit: '500' });
  const middle = submissions[Math.floor(submissions.length / 2)];
  if (middle === undefined) throw new Error('nobody has submitted');
  const frozen = { ...(await admin.contestDefinition(contest)), freezesAt: middle.submittedAt };
  await admin.defineContest(frozen, { confirmed: true });
}
