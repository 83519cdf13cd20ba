import type { SandglassClient } from '@sandglass/client';
import { delay, type Stack } from '@sandglass/local-services';
import { hostname } from 'node:os';

/** Registers this machine once, starts its judgehost and waits until the api has heard of it. */
export async function ensureJudgehost(
  stack: Stack,
  operator: SandglassClient,
  step: (what: string) => void,
): Promise<void> {
  const name = hostname().replaceAll(/[^a-zA-Z0-9_.-]/g, '-');
  const token = await stack.rememberToken(name, async () => (await operator.createJudgehost(name)).token);
  step(`Starting judgehost ${name}`);
  const judgehost = await stack.startJudgehost(name, token);
  const deadline = Date.now() + 60_000;
  for (;;) {
    const known = (await operator.judgehosts()).find((host) => host.name === name);
    if (known?.online === true && known.slots.length > 0) {
      step(
        `Judgehost ${name} is judging with ${known.slots.length} slots: ${known.report?.cpus.summary ?? ''}`,
      );
      return;
    }
    if (Date.now() > deadline)
      throw new Error(`the judgehost did not report within 60 s.\n${judgehost.logTail()}`);
    await delay(100);
  }
}
