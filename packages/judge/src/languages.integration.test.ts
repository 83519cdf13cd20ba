/**
 * Every language that this host has, judged for real: one slot, the programs of `packages/languages/programs`.
 * About a second per language. What is not installed is named once; `doctor` names it too.
 */
import { findLanguage, languages, type LanguageDefinition } from '@sandglass/languages';
import { surveyToolchains } from '@sandglass/languages/detect';
import { trialProgram, unicodeText, type TrialKind } from '@sandglass/languages/trial';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { whyNoSandbox } from './testing/needs-root.ts';
import { Workbench, type TestJob, type TestJudged } from './testing/workbench.ts';

/** Set-up installs these everywhere: here a missing one is a failure, not a reason to say less. */
const always = ['c', 'cpp', 'java', 'python3'];

const { found, missing } = await surveyToolchains();
const here = found.flatMap(({ language }) => findLanguage(language) ?? []);
if (missing.length > 0) {
  console.info(
    `languages not enabled here: ${missing.map(({ language, packages }) => `${language} (${packages.join(' ')})`).join(', ')}`,
  );
}

describe.skipIf(whyNoSandbox() !== null)('languages', () => {
  let bench: Workbench;
  beforeAll(async () => {
    bench = await Workbench.open();
  });
  afterAll(async () => {
    await bench.close();
  });

  const judge = (
    language: LanguageDefinition,
    kind: TrialKind,
    more: Partial<TestJob> = {},
  ): Promise<TestJudged> => {
    const { name, text } = trialProgram(language, kind);
    return bench.judge({
      language: language.id,
      source: { [name]: text },
      // Generous: what is proven is that it works, on a machine that may be busy.
      timeLimitMs: 10_000,
      wallUs: 60_000_000,
      compilationTimeS: 60,
      memoryMiB: 512,
      ...more,
    });
  };
  const verdictOf = ({ compile, runs }: TestJudged): string =>
    runs[0] === undefined
      ? `${compile?.kind ?? 'not compiled'}: ${compile?.output ?? ''}`
      : runs[0].verdict === 'AC'
        ? 'AC'
        : `${runs[0].verdict} ${runs[0].reason} ${Buffer.from(runs[0].stderrHead, 'base64').toString()}`;

  it('the usual four are here', () => {
    expect(here.map(({ id }) => id)).toEqual(expect.arrayContaining(always));
  });

  it('every language has its programs', () => {
    for (const language of languages) expect(trialProgram(language, 'sum').text).not.toBe('');
  });

  describe.each(here.map((language) => [language.name, language] as const))('%s', (_, language) => {
    it('reads numbers and adds them', async () => {
      expect(verdictOf(await judge(language, 'sum', { tests: [['20 22\n', '42\n']] }))).toBe('AC');
    });

    it('prints letters of every length', async () => {
      expect(verdictOf(await judge(language, 'unicode', { tests: [['', `${unicodeText}\n`]] }))).toBe('AC');
    });

    it('refuses a wrong program with the compiler’s words', async () => {
      const { compile, runs } = await judge(language, 'wrong');
      expect(runs).toEqual([]);
      expect(compile?.kind).toBe('rejected');
      expect(compile?.output).toMatch(/solution|Main/);
    });

    it('reports a program that fails', async () => {
      expect(verdictOf(await judge(language, 'crash'))).toMatch(/^RTE/);
    });

    it('stops a program that never ends', async () => {
      const { runs, compile } = await judge(language, 'burn', { timeLimitMs: 300 });
      expect(runs[0]?.verdict, compile?.output).toBe('TLE');
    });
  });
});
