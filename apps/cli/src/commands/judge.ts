import { answersLanguage } from '@sandglass/contracts';
import { verdictName } from '@sandglass/domain';
import { findLanguage, guessLanguage, languages } from '@sandglass/languages';
import { UsageError, type Command } from '../platform/command.ts';
import { judgeInPackage, whyNotJudgeable, type JudgedSource } from '../local-judging/judge-in-package.ts';
import { interruption } from '../platform/interruption.ts';
import { openGivenPackage } from '../local-judging/open-given-package.ts';
import { readSources } from '../local-judging/read-sources.ts';
import { openLocalSlots } from '../local-judging/slots.ts';
import { mebibytes, milliseconds, textTable } from '../local-judging/text-table.ts';
import { rootfsOf } from '../rootfs/images.ts';
import { say, sayJson } from '../platform/terminal.ts';
import { readWords } from '../platform/words.ts';

export const command: Command = {
  name: 'judge',
  summary: 'judge a source against a problem package, without a server',
  usage: `Usage: ./sandglass judge --problem PKG [--language ID] [--entry-point NAME] [--all] [--json] FILE…

Compiles and runs the files in the sandbox on every test case of the package (a folder
or a zip) and prints verdict, CPU time, wall time and memory of each. Needs root.
Of a submit-answer problem the files are the answers: 01.out for the test 01.
The files are regular files of different names, together no larger than limits.code.

  --language ID       ${languages.map(({ id }) => id).join(', ')}; guessed from the files when omitted
  --entry-point NAME  main class or main file, where the language has one and it cannot be guessed
  --all               run all tests, not only up to the first that is not accepted
  --rootfs IMAGE      name or folder of a chroot image whose compilers judge (SANDGLASS_ROOTFS)
  --json              one JSON object: verdict, compile, tests[]

Exit status 0 when judged, with any verdict; 1 when it could not be judged; 2 for wrong arguments.`,
  async run(argv) {
    const { values, positionals } = readWords(argv, {
      most: Infinity,
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
    const entryPoint = values['entry-point'] ?? null;
    const signal = interruption();
    await using opened = await openGivenPackage(values.problem, signal);
    const given = opened.problem.type.submitAnswer
      ? ofAnswers(values.language, entryPoint)
      : (languageGiven(values.language) ?? null);
    // The names alone are enough to refuse; the texts may show more.
    if (given === null) languageOf(positionals);
    const files = await readSources(positionals, opened.problem.limits.codeKiB * 1024);
    const texts = new Map(files.map(({ name, data }) => [name, data]));
    const language = given ?? languageOf([...texts.keys()], texts);
    if (entryPoint !== null && findLanguage(language)?.entryPoint === 'none')
      throw new UsageError(
        `--entry-point: a program in ${findLanguage(language)?.name ?? language} has none to name, the compiler finds it`,
      );
    const obstacle = whyNotJudgeable(opened);
    if (obstacle !== null) throw new Error(`${opened.problem.shortName}: ${obstacle}`);
    const { validator } = opened.problem;
    const validatorLanguage = validator.kind === 'custom' ? [validator.language ?? ''] : [];
    const host = await openLocalSlots({
      count: 1,
      languages: [language, ...validatorLanguage],
      rootfs: rootfsOf(values.rootfs),
      signal,
    });
    try {
      const [slot] = host.slots;
      if (slot === undefined) throw new Error('this host has no slot');
      const submission = { language, entryPoint, files, lazy: !values.all };
      const judged = await judgeInPackage(host, slot, opened, submission, () => {}, signal);
      const heading = { problem: opened.problem.shortName, language };
      if (values.json) sayJson(asJson(heading, judged));
      else say(asText(heading, judged));
      return 0;
    } finally {
      await host.close();
    }
  },
};

function ofAnswers(language: string | undefined, entryPoint: string | null): string {
  if (language !== undefined || entryPoint !== null)
    throw new UsageError(
      `--${language === undefined ? 'entry-point' : 'language'}: the problem takes answers, which are in no language`,
    );
  return answersLanguage;
}

function languageGiven(given: string | undefined): string | undefined {
  if (given === undefined || findLanguage(given) !== null) return given;
  throw new UsageError(`--language ${given}: the languages are ${languages.map(({ id }) => id).join(', ')}`);
}

function languageOf(names: readonly string[], texts?: ReadonlyMap<string, Uint8Array>): string {
  const guessed = guessLanguage(names, (name) => {
    const data = texts?.get(name);
    return data === undefined ? undefined : Buffer.from(data).toString('latin1');
  });
  if (guessed === null)
    throw new UsageError('the language cannot be guessed from the files: give --language');
  return guessed;
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
