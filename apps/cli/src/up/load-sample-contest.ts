import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import {
  defineContest,
  importContest,
  readContestFile,
  type Login,
  type SandglassClient,
} from '@sandglass/client';
import type { Stack } from '@sandglass/local-services';
import { checkoutRoot } from '../platform/checkout.ts';

const contestFile = join(checkoutRoot, 'samples/contest.yaml');
const practice = join(checkoutRoot, 'samples/practice');

/**
 * Loads the sample contest, and beside it the practice contest (interactive, multi-pass and submit-answer problems)
 * for the same teams, into a system that has no contest yet, so that a second `up` keeps what people made of it.
 * @returns the logins worth printing: the jury and the first team
 */
export async function loadSampleContest(
  stack: Stack,
  operator: SandglassClient,
  step: (what: string) => void,
): Promise<Login[]> {
  const passwordFor = (username: string): string =>
    stack.rememberSecret(`account-${username}`, () => randomBytes(6).toString('base64url'));
  const file = await readContestFile(contestFile);
  const first = file.teams[0];
  if ((await operator.contests()).length === 0) {
    step('Loading the sample contest');
    await importContest(operator, {
      contestFile,
      packageFolder: join(checkoutRoot, 'samples/build'),
      problems: 'all',
      now: new Date(),
      passwordFor,
      onStep: step,
    });
    step('Loading the practice contest');
    await defineContest(operator, {
      contestFile: join(practice, 'contest.yaml'),
      packageFolder: practice,
      problems: 'all',
      now: new Date(),
      teams: file.teams,
      onStep: step,
    });
  }
  return [
    { who: 'jury', username: 'jury', password: passwordFor('jury') },
    ...(first === undefined
      ? []
      : [{ who: `team ${first.name}`, username: first.id, password: passwordFor(first.id) }]),
  ];
}
