/**
 * A system with a whole contest in it and a simulated fleet that goes on judging, a few of its hosts ill: what the pages
 * are measured with.
 */
import { startStack, type TestStack } from '@sandglass/testing';
import { alarmOf, SimulatedFleet } from './fleet.ts';
import { History } from './history.ts';

export interface WatchOptions {
  readonly hosts: number;
  readonly slots: number;
  readonly submissions: number;
  /** Tasks that begin every second. */
  readonly perSecond: number;
  readonly progress: (line: string) => void;
}

export interface WatchSession extends AsyncDisposable {
  readonly stack: TestStack;
  readonly fleet: SimulatedFleet;
}

export async function startWatching(options: WatchOptions): Promise<WatchSession> {
  const { hosts, slots, submissions, perSecond, progress } = options;
  progress('starting a system without judgehosts');
  const stack = await startStack({ judgehost: false, unthrottled: true, problems: ['sum', 'lamps', 'tide'] });
  try {
    progress(`${hosts} hosts × ${slots} slots join`);
    const fleet = await SimulatedFleet.start(stack.url, stack.admin, { hosts, slots, heartbeatMs: 1000 });
    progress(`writing ${submissions} submissions`);
    const history = await History.write(stack.stack.databaseUrl, {
      contest: stack.contest,
      submissions,
      testsPerSubmission: 10,
      slots,
    });
    // What happened before is read when the api starts.
    await stack.stack.api?.stop();
    await stack.stack.startApi();
    history.goOn(perSecond);
    progress('some hosts fall ill');
    await alarmsRaised(stack, fleet.fallIll());
    return {
      stack,
      fleet,
      async [Symbol.asyncDispose]() {
        await history[Symbol.asyncDispose]();
        await fleet[Symbol.asyncDispose]();
        await stack.stop();
      },
    };
  } catch (error) {
    await stack.stop();
    throw error;
  }
}

/** Until the alarm of every ill host is raised: what is measured is a system in trouble. */
async function alarmsRaised({ admin }: TestStack, ill: ReturnType<SimulatedFleet['fallIll']>): Promise<void> {
  const deadline = performance.now() + 60_000;
  for (;;) {
    const open = await admin.openAlarms();
    const without = [...ill].filter(
      ([host, trouble]) =>
        !open.some(({ rule, judgehost }) => judgehost === host && rule === alarmOf[trouble]),
    );
    if (without.length === 0) return;
    if (performance.now() > deadline)
      throw new Error(
        `no alarm is raised within 60 s for ${without.map((pair) => pair.join(': ')).join(', ')}`,
      );
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
