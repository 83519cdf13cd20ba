/** One real judgehost, two contests: one in a chroot image, one in the host's own system. About 15 s. */
import { rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SubmissionDetail } from '@sandglass/contracts';
import { startStack, tinyPythonImage, type TestStack } from '@sandglass/testing';

function whyNot(): string | null {
  if (process.getuid?.() === 0) return null;
  const reason = 'tests of contests with images are skipped: they need root for the sandbox’s broker';
  console.warn(reason);
  return reason;
}

/** Right only where it is meant to run: the image has a file of its own, and no compiler. */
const whereAmI = (inImage: boolean): string => `
import os, sys
found = os.path.exists("/etc/this-is-the-image")
if found is not ${inImage ? 'True' : 'False'} or os.path.exists("/usr/bin/gcc") is found:
    sys.exit("the wrong place")
print(sum(map(int, sys.stdin.read().split())))
`;

describe.skipIf(whyNot() !== null)('a judgehost with images', () => {
  let stack: TestStack;
  let image: string;

  beforeAll(async () => {
    image = await tinyPythonImage();
    await writeFile(join(image, 'etc/this-is-the-image'), '');
    stack = await startStack({ problems: ['sum'], slots: 1, imagesFolder: dirname(image) });
    const now = Date.now();
    for (const named of ['tiny', 'absent'])
      await stack.admin.defineContest({
        id: `in-${named}`,
        name: `In ${named}`,
        startsAt: new Date(now - 60_000).toISOString(),
        endsAt: new Date(now + 3_600_000).toISOString(),
        image: named,
        problems: [{ label: 'A', problem: 'sum', colour: '#2a9d8f' }],
      });
  }, 180_000);
  afterAll(async () => {
    await stack?.stop();
    if (image !== undefined) await rm(dirname(image), { recursive: true, force: true });
  }, 60_000);

  async function judged(contest: string, inImage: boolean): Promise<SubmissionDetail> {
    const content = `${whereAmI(inImage)}# ${Math.random()}`;
    const { problems } = await stack.jury.contest(contest);
    const problem = problems.find(({ id }) => id === 'sum')?.label ?? 'A';
    const { id } = await stack.jury.submit(contest, {
      problem,
      language: 'python3',
      files: [{ name: 'sum.py', content }],
    });
    return stack.jury.verdictOf(id, 90_000);
  }

  it('reports the compilers in each image', async () => {
    const [host] = await stack.admin.judgehosts();
    const inImage = host?.compilers.filter(({ image: name }) => name === 'tiny');
    expect(inImage?.map(({ language }) => language).sort()).toEqual(['bash', 'python3']);
    const languages = (await stack.jury.contest('in-tiny')).languages.map(({ id }) => id);
    expect(languages.sort()).toEqual(['bash', 'python3']);
  });

  it('judges a contest in its image and another without, in the same slot', async () => {
    for (const [contest, inImage] of [
      [stack.contest, false],
      ['in-tiny', true],
      ['in-tiny', true],
      [stack.contest, false],
    ] as const) {
      const detail = await judged(contest, inImage);
      expect({ contest, verdict: detail.verdict, why: detail.judgings[0]?.compile?.output }).toEqual({
        contest,
        verdict: 'AC',
        why: '',
      });
    }
  }, 120_000);

  it('leaves what it has no image for to others, and goes on', async () => {
    const { id } = await stack.jury.submit('in-absent', {
      problem: 'A',
      language: 'python3',
      files: [{ name: 'sum.py', content: whereAmI(true) }],
    });
    expect((await judged('in-tiny', true)).verdict).toBe('AC');
    expect((await stack.jury.submission(id)).state).toBe('queued');
    expect(await stack.admin.images()).toEqual([
      { image: 'absent', contests: ['in-absent'], presentOn: [], missingOn: ['testhost'], waiting: 1 },
      { image: 'tiny', contests: ['in-tiny'], presentOn: ['testhost'], missingOn: [], waiting: 0 },
    ]);
  }, 60_000);
});
