/**
 * Every language of the catalogue with Debian's own compiler, in a chroot image made for it: a gigabyte to fetch and several
 * minutes, so it is no part of the usual checks. The host's compilers stay what they are.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { languages } from '@sandglass/languages';
import { buildImage } from '../rootfs/build-image.ts';
import { checkWholeImage } from '../rootfs/check-image.ts';
import type { TestOutcome } from './test-project.ts';

export async function testAllLanguages(say: (line: string) => void): Promise<TestOutcome> {
  const folder = await mkdtemp(join(tmpdir(), 'sandglass-all-languages-'));
  const stop = new AbortController();
  const interrupted = (): void => stop.abort();
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  try {
    const output = join(folder, 'image');
    let step = '';
    await buildImage(
      {
        output,
        suite: 'bookworm',
        mirror: 'http://deb.debian.org/debian',
        languages: languages.map(({ id }) => id),
        packages: [],
      },
      (now) => {
        if (now !== step) say(`${now}…`);
        step = now;
      },
      stop.signal,
    );
    const checked = await checkWholeImage(output, () => undefined);
    let passed = 0;
    for (const { language, version, trials, ok } of checked.languages) {
      passed += trials.filter(({ verdict, expected }) => verdict === expected).length;
      say(`${ok ? '✓' : '✗'} ${language} ${version}`);
      for (const { kind, verdict, expected, why } of trials) {
        if (verdict !== expected) say(`    ${kind}: ${verdict} instead of ${expected}: ${why}`);
      }
    }
    for (const { language, reason } of checked.missing) say(`✗ ${language}: ${reason}`);
    const tried = checked.languages.reduce((total, { trials }) => total + trials.length, 0);
    const failed = tried - passed + checked.missing.length;
    return { counts: { passed, failed, skipped: 0 }, flaky: [] };
  } finally {
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
    await rm(folder, { recursive: true, force: true });
  }
}
