import { stat } from 'node:fs/promises';
import {
  generatedTest,
  readGenerators,
  type GeneratedTest,
  type GeneratorPlan,
  type GeneratorProgram,
  type OpenedPackage,
} from '@sandglass/problem-package';
import { UsageError, type Command } from '../platform/command.ts';
import { generateTests, languageOfProgram, type MadeFile } from '../local-judging/generate-tests.ts';
import { interruption } from '../platform/interruption.ts';
import { openGivenPackage } from '../local-judging/open-given-package.ts';
import { openLocalSlots } from '../local-judging/slots.ts';
import { milliseconds, textTable } from '../local-judging/text-table.ts';
import { rootfsOf } from '../rootfs/images.ts';
import { say, sayJson } from '../platform/terminal.ts';
import { readWords } from '../platform/words.ts';

export const command: Command = {
  name: 'generate',
  summary: 'make the test data of a package with its own generators, in the sandbox',
  usage: `Usage: ./sandglass generate PKG [--test NAME]… [--check] [--once] [--no-answers] [--rootfs IMAGE] [--json]
       ./sandglass generate PKG --test NAME --command 'GENERATOR ARG…' [--check] …

Runs the commands of PKG/generators/generators.yaml and writes data/NAME.in, and data/NAME.ans as
the solution answers. PKG is a folder. Needs root.

  --test NAME     only this test (secret/01-small); may be given several times
  --command TEXT  make the one test with this command instead of the file's
  --check         write nothing: fail when something would be new or different
  --once          do not run each generator a second time to see that it makes the same
  --no-answers    inputs only
  --rootfs IMAGE  name or folder of a chroot image whose compilers judge (SANDGLASS_ROOTFS)
  --json          one JSON object: files[] with file, by, state, bytes, cpuUs, reason

Exit status 0 when everything was made (with --check: and nothing would change), else 1; 2 for wrong arguments.`,
  async run(argv) {
    const { values, positionals } = readWords(argv, {
      most: Infinity,
      options: {
        test: { type: 'string', multiple: true, default: [] },
        command: { type: 'string' },
        check: { type: 'boolean', default: false },
        once: { type: 'boolean', default: false },
        'no-answers': { type: 'boolean', default: false },
        rootfs: { type: 'string' },
        json: { type: 'boolean', default: false },
      },
    });
    const [path, ...others] = positionals;
    if (path === undefined) throw new UsageError('a package is missing');
    if (others.length > 0) throw new UsageError(`one package at a time: ${others.join(' ')} is too much`);
    if (values.command !== undefined && values.test.length !== 1)
      throw new UsageError('--command TEXT makes one test: name it with --test NAME');
    const signal = interruption();
    await using opened = await openFolder(path, signal);
    const plan = await planOf(opened, values.test, values.command);
    const solution = values['no-answers'] ? null : solutionOf(opened, plan);
    const host = await openLocalSlots({
      count: 1,
      languages: languagesOf(plan.tests, solution),
      rootfs: rootfsOf(values.rootfs),
      signal,
    });
    const files: MadeFile[] = [];
    try {
      const [slot] = host.slots;
      if (slot === undefined) throw new Error('this host has no slot');
      const wishes = { solution, check: values.check, twice: !values.once };
      await generateTests(host, slot, opened, plan.tests, wishes, (made) => {
        signal.throwIfAborted();
        files.push(made);
      });
    } finally {
      await host.close();
    }
    const ok = files.every(({ state }) => state === 'same' || (state !== 'failed' && !values.check));
    if (values.json) sayJson({ ok, files });
    else say(asText(files, values.check));
    return ok ? 0 : 1;
  },
};

async function openFolder(path: string, signal: AbortSignal): Promise<OpenedPackage> {
  const there = await stat(path).catch(() => null);
  if (there !== null && !there.isDirectory())
    throw new UsageError(
      `${path} is an archive: unpack it, for test data is written into the package's folder`,
    );
  return openGivenPackage(path, signal);
}

async function planOf(
  opened: OpenedPackage,
  wanted: readonly string[],
  commandLine: string | undefined,
): Promise<GeneratorPlan> {
  if (commandLine !== undefined) {
    const tests = wanted.map((test) => generatedTest(opened, test, commandLine));
    return { solution: null, tests };
  }
  const plan = await readGenerators(opened);
  if (wanted.length === 0) return plan;
  const known = new Map(plan.tests.map((test) => [test.test, test]));
  const tests = wanted.map((name) => {
    const test = known.get(name);
    if (test === undefined)
      throw new UsageError(
        `--test ${name}: generators.yaml makes ${[...known.keys()].join(', ') || 'nothing'}`,
      );
    return test;
  });
  return { ...plan, tests };
}

/** The file's own choice, else the first accepted submission. A kind of problem without answers of this kind has none. */
function solutionOf({ problem }: OpenedPackage, plan: GeneratorPlan): GeneratorProgram | null {
  const { interactive, multiPass, submitAnswer } = problem.type;
  if (interactive || multiPass || submitAnswer) return null;
  if (plan.solution !== null) return plan.solution;
  const accepted = problem.submissions.filter(({ folder }) => folder === 'accepted');
  const [first] = accepted.toSorted((a, b) => Number(b.isModelSolution) - Number(a.isModelSolution));
  if (first === undefined)
    throw new Error(
      'no submission makes the answers: name one under "solution" in generators.yaml, add one to submissions/accepted/, or give --no-answers',
    );
  return { path: first.path, files: first.files };
}

function languagesOf(tests: readonly GeneratedTest[], solution: GeneratorProgram | null): string[] {
  const programs = [...tests.map(({ program }) => program), ...(solution === null ? [] : [solution])];
  return programs.flatMap((program) => languageOfProgram(program) ?? []);
}

function asText(files: readonly MadeFile[], check: boolean): string {
  if (files.length === 0) return 'Nothing is generated.';
  const words = check
    ? { same: 'same', new: 'MISSING', changed: 'DIFFERENT', failed: 'FAILED' }
    : { same: 'same', new: 'new', changed: 'changed', failed: 'FAILED' };
  return textTable(
    [
      { title: 'file' },
      { title: '' },
      { title: 'bytes', align: 'right' },
      { title: 'CPU ms', align: 'right' },
      { title: 'by' },
      { title: 'why' },
    ],
    files.map(({ file, state, bytes, cpuUs, by, reason }) => [
      file,
      words[state],
      bytes === null ? '' : String(bytes),
      cpuUs === null ? '' : milliseconds(cpuUs),
      by,
      reason.split('\n')[0] ?? '',
    ]),
  );
}
