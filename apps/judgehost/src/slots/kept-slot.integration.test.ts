/** A mass rejudging on a host with two slots: live work finds a slot free. */
import { startStack, waitFor, type TestStack } from '@sandglass/testing';
import type { SandglassClient } from '@sandglass/client';
import type { Rejudging, SubmissionDetail } from '@sandglass/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

function whyNot(): string | null {
  if (process.getuid?.() === 0) return null;
  const reason = 'the test of the slot kept for live work is skipped: it needs root for the sandbox’s broker';
  console.warn(reason);
  return reason;
}

/** Right, and slow: it mostly sleeps, so that two of them need no two cores. */
const source = (comment: string): string => `#include <stdio.h>
#include <unistd.h>
int main(void) { long long a, b; usleep(300000); scanf("%lld %lld", &a, &b); printf("%lld\\n", a + b); } // ${comment}`;

describe.skipIf(whyNot() !== null)('a slot', () => {
  let stack: TestStack;
  let team: SandglassClient;
  let label: string;

  beforeAll(async () => {
    stack = await startStack({ problems: ['sum'], slots: 2, unthrottled: true });
    const [login] = stack.teams;
    if (login === undefined) throw new Error('the sample contest has no team');
    team = stack.client(login);
    label = (await team.contest(stack.contest)).problems[0]?.label ?? '';
  }, 180_000);
  afterAll(() => stack?.stop(), 60_000);

  async function submit(comment: string): Promise<string> {
    const files = [{ name: 'sum.c', content: source(comment) }];
    return (await team.submit(stack.contest, { problem: label, language: 'c', files })).id;
  }

  it('is kept for live work by a rejudging of any size', async () => {
    const ids = await Promise.all([1, 2, 3, 4, 5, 6].map((index) => submit(String(index))));
    for (const id of ids) await team.verdictOf(id);
    const rejudging = await stack.jury.createRejudging(stack.contest, {
      reason: 'all of them',
      filter: {},
    });
    const again = async (): Promise<Rejudging> => stack.jury.rejudging(rejudging.id);
    const judgings = async (): Promise<SubmissionDetail['judgings']> => {
      const details = await Promise.all(ids.map((id) => stack.jury.submission(id)));
      return details.flatMap((detail) =>
        detail.judgings.filter(({ rejudgingId }) => rejudgingId === rejudging.id),
      );
    };
    await waitFor('the rejudging to begin', async () =>
      (await judgings()).some(({ startedAt }) => startedAt !== null),
    );
    const live = await team.verdictOf(await submit('live'));
    expect(live.verdict).toBe('AC');
    // It was judged in the middle of the rejudging …
    expect((await again()).state).toBe('judging');
    await waitFor('the rejudging to be judged', async () => (await again()).state === 'judged', 90_000);
    // … which never had both slots.
    const spans = (await judgings())
      .map(({ startedAt, endedAt }) => [Date.parse(startedAt ?? ''), Date.parse(endedAt ?? '')] as const)
      .toSorted(([a], [b]) => a - b);
    expect(spans).toHaveLength(ids.length);
    for (const [index, [startedMs]] of spans.entries()) {
      const before = spans[index - 1];
      // The last report of one may still be on its way when the slot takes the next.
      if (before !== undefined) expect(startedMs).toBeGreaterThan((before[0] + before[1]) / 2);
    }
  }, 150_000);
});
