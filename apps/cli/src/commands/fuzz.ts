import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { checkoutRoot } from '../platform/checkout.ts';
import { UsageError, type Command } from '../platform/command.ts';
import { complain, say, showProgress } from '../platform/terminal.ts';
import { readWords, wholeNumber } from '../platform/words.ts';

/** The parts of fuzz/ that this command uses; the whole is in fuzz/lib. */
interface Target {
  readonly kind: 'property' | 'native';
  readonly name: string;
  readonly summary: string;
}
interface Finding {
  readonly input: unknown;
  readonly file: string | null;
  readonly seed: number | null;
  readonly reason: string;
}
interface Fuzz {
  readonly targets: readonly Target[];
  readonly obstacleTo: (target: Target) => string | null;
  readonly drive: (
    target: Target,
    options: { milliseconds: number; seeds: readonly number[]; progress: (tried: number) => void },
  ) => Promise<{ tried: number; finding: Finding | null }>;
  readonly replay: (target: Target, kept: readonly unknown[]) => Promise<Finding | null>;
  readonly readInput: (file: string) => unknown;
  readonly keepInput: (target: string, input: unknown) => string;
  readonly runNative: (
    target: Target,
    options: { seconds: number; seed: number; signal: AbortSignal },
  ) => Promise<{ status: number | null; output: string }>;
}

const maxMinutes = 10_080;
const maxSeed = 999_999_999;

export const command: Command = {
  name: 'fuzz',
  summary: 'send generated and damaged input to one part until something breaks or the time is over',
  usage: `Usage: ./sandglass fuzz list
       ./sandglass fuzz TARGET [--minutes N] [--seed N]
       ./sandglass fuzz TARGET --input FILE

  --minutes N   how long; default 5, at most ${String(maxMinutes)}
  --seed N      begin with the inputs of this seed; default: a random one, which is shown
  --input FILE  try this one input only, such as one of fuzz/corpus/TARGET

The inputs that once broke something come first. What breaks something now is made small and kept in
fuzz/corpus/TARGET, from where every run of the tests tries it again. Needs root for the targets of the sandbox.
Exit status 0 when nothing broke, 1 when something did or the target cannot be tried here.`,
  async run(argv) {
    const { values, positionals } = readWords(argv, {
      most: 1,
      options: { minutes: { type: 'string' }, seed: { type: 'string' }, input: { type: 'string' } },
    });
    const minutes = wholeNumber('--minutes', values.minutes ?? '5', 1, maxMinutes);
    const seed =
      values.seed === undefined ? randomInt(maxSeed) : wholeNumber('--seed', values.seed, 0, maxSeed);
    const [name = 'list'] = positionals;
    if (name === 'list') {
      const [given] = Object.keys(values);
      if (given !== undefined) throw new UsageError(`--${given} goes with the name of a target`);
    }
    const fuzz = await load();
    if (name === 'list') {
      for (const target of fuzz.targets) say(`${target.name.padEnd(12)} ${target.summary}`);
      return 0;
    }
    const target = fuzz.targets.find((one) => one.name === name);
    if (target === undefined)
      throw new UsageError(
        `there is no target "${name}"; there are: ${fuzz.targets.map((one) => one.name).join(', ')}`,
      );
    const { input } = values;
    if (input !== undefined) {
      if (values.minutes !== undefined || values.seed !== undefined)
        throw new UsageError('--input goes without --minutes and --seed');
      if (target.kind === 'native')
        throw new UsageError(`--input does not go with ${name}: native targets read their corpus`);
      if (!existsSync(resolve(input))) throw new UsageError(`--input: there is no file ${input}`);
    }
    const obstacle = fuzz.obstacleTo(target);
    if (obstacle !== null) {
      complain(`sandglass fuzz: ${name} cannot be tried here: ${obstacle}`);
      return 1;
    }
    if (input !== undefined) return tryFile(fuzz, target, resolve(input));
    say(`${name}: seed ${String(seed)}, ${String(minutes)} min`);
    return target.kind === 'native'
      ? native(fuzz, target, minutes, seed)
      : property(fuzz, target, minutes, seed);
  },
};

async function tryFile({ replay, readInput }: Fuzz, target: Target, file: string): Promise<number> {
  const finding = await replay(target, [readInput(file)]);
  if (finding === null) say(`${target.name}: ${file} breaks nothing`);
  else complain(`${target.name}: ${finding.reason}`);
  return finding === null ? 0 : 1;
}

async function property(fuzz: Fuzz, target: Target, minutes: number, seed: number): Promise<number> {
  const { tried, finding } = await fuzz.drive(target, {
    milliseconds: minutes * 60_000,
    seeds: [seed],
    progress: (so) => showProgress(`${target.name}: ${String(so)} inputs`),
  });
  showProgress('');
  if (finding === null) {
    say(`${target.name}: ${String(tried)} inputs, nothing broke`);
    return 0;
  }
  const file = relative(process.cwd(), finding.file ?? fuzz.keepInput(target.name, finding.input));
  complain(`${target.name}: ${finding.reason}`);
  complain(`kept as ${file}; again: ./sandglass fuzz ${target.name} --input ${file}`);
  return 1;
}

async function native(fuzz: Fuzz, target: Target, minutes: number, seed: number): Promise<number> {
  const stop = new AbortController();
  const interrupted = (): void => stop.abort();
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  try {
    const { status, output } = await fuzz.runNative(target, {
      seconds: minutes * 60,
      seed,
      signal: stop.signal,
    });
    (status === 0 ? say : complain)(output.trimEnd());
    return status === 0 ? 0 : 1;
  } finally {
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
  }
}

/** By its path: nobody who judges needs what the targets import. */
async function load(): Promise<Fuzz> {
  return (await import(join(checkoutRoot, 'fuzz/index.ts'))) as Fuzz;
}
