/** Whether a tool chain does what a judge needs: its trial programs, judged in a slot. For `rootfs check`. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { effectiveLimits } from '@sandglass/domain';
import { languageById } from '@sandglass/languages';
import { trialKinds, trialProgram, unicodeText, type TrialKind } from '@sandglass/languages/trial';
import type { Slot } from '@sandglass/sandbox';
import { judgeSubmission } from './judge-submission.ts';
import type { Toolchain } from './program.ts';
import type { WorkFolder } from './work-folder.ts';

const tests: Readonly<Record<TrialKind, readonly [input: string, answer: string]>> = {
  sum: ['20 22\n', '42\n'],
  unicode: ['', `${unicodeText}\n`],
  wrong: ['', ''],
  crash: ['', ''],
  burn: ['', ''],
};

const expected: Readonly<Record<TrialKind, string>> = {
  sum: 'AC',
  unicode: 'AC',
  wrong: 'CE',
  crash: 'RTE',
  burn: 'TLE',
};

export interface Trial {
  readonly kind: TrialKind;
  readonly expected: string;
  readonly verdict: string;
  /** Why, in the words of the compiler or of the program; '' when all is as expected. */
  readonly why: string;
}

/**
 * Judges every trial program of a language.
 * @param folder for test data; mode 755 so that a validator can read it
 * @throws JudgeError when the sandbox or the host fails
 */
export async function tryLanguage(
  slot: Slot,
  work: WorkFolder,
  folder: string,
  toolchain: Toolchain,
): Promise<Trial[]> {
  await mkdir(folder, { recursive: true, mode: 0o755 });
  const trials: Trial[] = [];
  for (const kind of trialKinds) trials.push(await tryOne(slot, work, folder, toolchain, kind));
  return trials;
}

/**
 * Judges the simplest of a language's trial programs.
 * @param folder for test data
 * @throws JudgeError when the sandbox or the host fails
 */
export async function tryOnce(
  slot: Slot,
  work: WorkFolder,
  folder: string,
  toolchain: Toolchain,
): Promise<Trial> {
  await mkdir(folder, { recursive: true, mode: 0o755 });
  return tryOne(slot, work, folder, toolchain, 'sum');
}

async function tryOne(
  slot: Slot,
  work: WorkFolder,
  folder: string,
  toolchain: Toolchain,
  kind: TrialKind,
): Promise<Trial> {
  const language = languageById(toolchain.language);
  const { name, text } = trialProgram(language, kind);
  const [input, answer] = tests[kind];
  const files = { inputPath: join(folder, 'input'), answerPath: join(folder, 'answer') };
  await Promise.all([writeFile(files.inputPath, input), writeFile(files.answerPath, answer)]);
  const limits = effectiveLimits(
    { timeLimitMs: kind === 'burn' ? 300 : 10_000, memoryMiB: 512 },
    language.adjustment,
  );
  let verdict = 'none';
  let why = '';
  await judgeSubmission(
    slot,
    work,
    {
      language: language.id,
      entryPoint: null,
      files: [{ name, data: Buffer.from(text) }],
      toolchains: new Map([[language.id, toolchain]]),
      compileLimits: limits.compile,
      limits: limits.run,
      validator: () => ({ kind: 'default' }),
      tests: [{ ordinal: 0, name: kind, flags: [], files: () => files }],
      lazy: true,
      keepBytes: 1024,
    },
    (event) => {
      if (event.kind === 'compiled' && event.result.kind === 'rejected') {
        verdict = 'CE';
        why = event.result.output;
      }
      if (event.kind === 'run') {
        verdict = event.report.verdict;
        why = [event.report.reason, Buffer.from(event.report.stderrHead, 'base64').toString()]
          .join(' ')
          .trim();
      }
    },
  );
  return { kind, expected: expected[kind], verdict, why: verdict === expected[kind] ? '' : why };
}
