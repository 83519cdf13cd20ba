import { randomBytes } from 'node:crypto';
import { loadContest, type Login, type SandglassClient } from '@sandglass/client';
import type { Stack } from '@sandglass/local-services';

/** Loads the contest of `up --contest FILE`. @returns the logins that were made */
export function loadContestFile(
  stack: Stack,
  operator: SandglassClient,
  contestFile: string,
  onStep: (step: string) => void,
): Promise<Login[]> {
  onStep(`Loading ${contestFile}`);
  return loadContest(operator, {
    contestFile,
    now: new Date(),
    passwordFor: (username) =>
      stack.rememberSecret(`account-${username}`, () => randomBytes(6).toString('base64url')),
    onStep,
  });
}
