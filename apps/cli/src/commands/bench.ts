import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkoutRoot } from '../platform/checkout.ts';
import { UsageError, type Command } from '../platform/command.ts';
import { complain, say, sayJson } from '../platform/terminal.ts';
import { readWords } from '../platform/words.ts';

/** The part of a bench module this command uses; the whole is in bench/lib/report.ts. */
interface Bench {
  readonly name: string;
  readonly summary: string;
  run(options: { quick: boolean; save: boolean; progress: (line: string) => void }): Promise<Report>;
  picture?(report: Report): string;
}
interface Report {
  readonly name: string;
  readonly figures: Readonly<Record<string, number>>;
}

export const command: Command = {
  name: 'bench',
  summary: 'measure a performance claim: prints a table, or JSON',
  usage: `Usage: ./sandglass bench list
       ./sandglass bench NAME [--json] [--quick] [--save]

  --json   one object {name, machine, figures, rows} on standard output and nothing else
  --quick  fewer rounds: shows that the bench works, figures are rough
  --save   also writes bench/NAME/RESULTS.md and its picture`,
  async run(argv) {
    const { values, positionals } = readWords(argv, {
      most: 1,
      options: { json: { type: 'boolean' }, quick: { type: 'boolean' }, save: { type: 'boolean' } },
    });
    const [name = 'list'] = positionals;
    if (name === 'list') {
      const [given] = Object.keys(values);
      if (given !== undefined) throw new UsageError(`--${given} goes with the name of a bench`);
      return list();
    }
    if (!benchNames().includes(name)) {
      throw new UsageError(`there is no bench "${name}"; there are: ${benchNames().join(', ')}`);
    }
    const bench = await load(name);
    const { table } = (await import(join(checkoutRoot, 'bench/lib/table.ts'))) as {
      table: (report: Report) => string;
    };
    const report = await bench.run({
      quick: values.quick === true,
      save: values.save === true,
      progress: (line) => complain(line),
    });
    if (values.save === true) save(name, table(report), bench.picture?.(report));
    if (values.json === true) sayJson(report);
    else say(table(report));
    return 0;
  },
};

async function list(): Promise<number> {
  for (const name of benchNames()) say(`${name.padEnd(12)} ${(await load(name)).summary}`);
  return 0;
}

function benchNames(): string[] {
  const folder = join(checkoutRoot, 'bench');
  return readdirSync(folder).filter((name) => existsSync(join(folder, name, 'bench.ts')));
}

async function load(name: string): Promise<Bench> {
  const module = (await import(join(checkoutRoot, 'bench', name, 'bench.ts'))) as { bench: Bench };
  return module.bench;
}

function save(name: string, table: string, picture: string | undefined): void {
  const folder = join(checkoutRoot, 'bench', name);
  writeFileSync(
    join(folder, 'RESULTS.md'),
    picture === undefined ? `${table}\n` : `${table}\n\n![${name}](results.svg)\n`,
  );
  if (picture !== undefined) writeFileSync(join(folder, 'results.svg'), picture);
}
