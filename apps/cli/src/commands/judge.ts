import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { answersLanguage } from '@sandglass/contracts';
import { verdictName } from '@sandglass/domain';
import type { SourceFile } from '@sandglass/judge';
import { findLanguage, guessLanguage, languages } from '@sandglass/languages';
import { UsageError, type Command } from '../command.ts';
import { judgeInPackage, whyNotJudgeable, type JudgedSource } from '../local-judging/judge-in-package.ts';
import { openGivenPackage } from '../local-judging/open-given-package.ts';
import { openLocalSlots } from '../local-judging/slots.ts';
import { mebibytes, milliseconds, textTable } from '../local-judging/text-table.ts';
import { rootfsOf } from '../rootfs/images.ts';

export const command: Command = {
  name: 'judge',
  summary: 'judge a source against a problem package, without a server',
  usage: `Usage: ./sandglass judge --problem PKG [--language ID] [--entry-point NAME] [--all] [--json] FILE…

Compiles and runs the files in the sandbox on every test case of the package (a folder
or a zip) and prints verdict, CPU time, wall time and memory of each. Needs root.
Of a submit-answer problem the files are the answers: 01.out for the test 01.

  --language ID       ${languages.map(({ id }) => id).join(', ')}; guessed from the files when omitted
  --entry-point NAME  main class or main file, where the language has one and it cannot be guessed
  --all               run all tests, not only up to the first that is not accepted
  --rootfs IMAGE      name or folder of a chroot image whose compilers judge (SANDGLASS_ROOTFS)
  --json              one JSON object: verdict, compile, tests[]

Exit status 0 when judged, whatever the verdict; 1 when it could not be judged; 2 for wrong words.`,
  async run(argv) {
    const { values, positionals } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        problem: { type: 'string' },
        language: { type: 'string' },
        'entry-point': { type: 'string' },
        all: { type: 'boolean', default: false },
        rootfs: { type: 'string' },
        json: { type: 'boolean', default: false },
      },
    });
    if (values.problem === undefined) throw new UsageError('--problem PKG is missing');
    if (positionals.length === 0) throw new UsageError('a source file is missing');
    await using opened = await openGivenPackage(values.problem);
    const language = opened.problem.type.submitAnswer
      ? answersLanguage
      : languageOf(values.language, positionals);
    const files = await readSources(positionals);
    const obstacle = whyNotJudgeable(opened);
    if (obstacle !== null) throw new Error(`${opened.problem.shortName}: ${obstacle}`);
    const { validator } = opened.problem;
    const validatorLanguage = validator.kind === 'custom' ? [validator.language ?? ''] : [];
    const host = await openLocalSlots({
      count: 1,
      languages: [language, ...validatorLanguage],
      rootfs: rootfsOf(values.rootfs),
    });
    try {
      const [slot] = host.slots;
      if (slot === undefined) throw new Error('this host has no slot');
      const judged = await judgeInPackage(host, slot, opened, {
        language,
        entryPoint: values['entry-point'] ?? null,
        files,
        lazy: !values.all,
      });
      const heading = { problem: opened.problem.shortName, language };
      console.log(values.json ? JSON.stringify(asJson(heading, judged)) : asText(heading, judged));
      return 0;
    } finally {
      await host.close();
    }
  },
};

function languageOf(given: string | undefined, files: readonly string[]): string {
  if (given !== undefined) {
    if (findLanguage(given) !== null) return given;
    throw new UsageError(
      `--language ${given}: the languages are ${languages.map(({ id }) => id).join(', ')}`,
    );
  }
  const guessed = guessLanguage(files.map((file) => basename(file)));
  if (guessed === null)
    throw new UsageError('the language cannot be guessed from the files: give --language');
  return guessed;
}

async function readSources(paths: readonly string[]): Promise<SourceFile[]> {
  return Promise.all(
    paths.map(async (path) => {
      try {
        return { name: basename(path), data: await readFile(path) };
      } catch (error) {
        throw new UsageError(`${path} cannot be read: ${(error as Error).message}`, { cause: error });
      }
    }),
  );
}

interface Heading {
  readonly problem: string;
  readonly language: string;
}

function asJson({ problem, language }: Heading, { verdict, compile, tests, limits }: JudgedSource): unknown {
  return {
    problem,
    language,
    verdict,
    compile: {
      success: compile.kind === 'compiled',
      output: compile.output,
      cpuUs: compile.measurement?.cpuUs ?? null,
      wallUs: compile.measurement?.wallUs ?? null,
      memoryBytes: compile.measurement?.memoryBytes ?? null,
    },
    limits: limits.run,
    tests: tests.map(({ outputHead, stderrHead, ...test }) => ({
      ...test,
      output: Buffer.from(outputHead, 'base64').toString(),
      stderr: Buffer.from(stderrHead, 'base64').toString(),
    })),
  };
}

function asText({ problem, language }: Heading, { verdict, compile, tests, limits }: JudgedSource): string {
  const { cpuUs, wallUs, memoryBytes } = limits.run;
  const lines = [
    `${problem}, ${findLanguage(language)?.name ?? language}: ${verdict} (${verdictName(verdict)})`,
    `Limits: CPU ${milliseconds(cpuUs)} ms, wall ${milliseconds(wallUs)} ms, memory ${mebibytes(memoryBytes)} MiB`,
  ];
  if (compile.output.trim() !== '') lines.push('', compile.output.trimEnd());
  if (tests.length > 0) {
    lines.push(
      '',
      textTable(
        [
          { title: 'test' },
          { title: 'verdict' },
          { title: 'CPU ms', align: 'right' },
          { title: 'wall ms', align: 'right' },
          { title: 'gap ms', align: 'right' },
          { title: 'MiB', align: 'right' },
          { title: 'set-up ms', align: 'right' },
          { title: 'why' },
        ],
        tests.map((test) => [
          test.name,
          test.verdict,
          milliseconds(test.cpuUs),
          milliseconds(test.wallUs),
          milliseconds(test.gapUs),
          mebibytes(test.memoryBytes),
          milliseconds(test.setupUs),
          test.verdict === 'AC' ? '' : (test.reason.split('\n')[0] ?? ''),
        ]),
      ),
    );
  }
  return lines.join('\n');
}
