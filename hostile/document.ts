/**
 * The table of hostile programs in the manual, made from the manifest and the programs' first comments.
 * `node hostile/document.ts` writes it; a test keeps the two in agreement.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { usualLimits } from './ending.ts';
import { hostilePrograms, oldKernelPrograms } from './manifest.ts';
import {
  groupOf,
  invariants,
  languageNames,
  languageOf,
  sourceNameOf,
  type HostileProgram,
} from './model.ts';
import { attacksOf } from './fixture.ts';

export const manualFile = join(import.meta.dirname, '../docs/hostile-programs.md');
const begin = '<!-- generated from hostile/manifest.ts: begin -->';
const end = '<!-- generated: end -->';

const titles: Readonly<Record<string, string>> = {
  bombs: 'Bombs',
  output: 'Output',
  disk: 'The box',
  processes: 'Processes, signals and time',
  privileges: 'Privileges',
  kernel: 'The kernel',
  network: 'The network',
  spying: 'Spying',
  leftovers: 'Leftovers for the next run',
  compile: 'While compiling',
  validator: 'As a validator',
  interaction: 'In a conversation',
};

/** The manual's text with the generated part made again. @throws RangeError when its marks are missing */
export async function documented(manual: string): Promise<string> {
  const from = manual.indexOf(begin);
  const to = manual.indexOf(end);
  if (from < 0 || to < from) throw new RangeError(`the manual must hold "${begin}" and "${end}"`);
  return `${manual.slice(0, from + begin.length)}\n\n${await generated()}\n${manual.slice(to)}`;
}

async function generated(): Promise<string> {
  const groups = [...new Set(hostilePrograms.map(groupOf))];
  const open = hostilePrograms.filter(({ openFinding }) => openFinding !== undefined).length;
  const count = [
    `${String(hostilePrograms.length)} attempts, ${String(open)} of them with an open finding.`,
    `${String(oldKernelPrograms.length)}, marked with °, are also run on Linux 6.1 with nothing but cgroup v2, in a virtual machine (\`hostile/old-kernel.integration.test.ts\`).`,
  ].join('\n');
  const parts = await Promise.all(groups.map((group) => groupTable(group)));
  return [count, invariantList(), ...parts].join('\n\n') + '\n';
}

function invariantList(): string {
  const rows = Object.entries(invariants).map(([id, meaning]) => `| \`${id}\` | ${meaning} |`);
  return ['| invariant | what must hold on the host after **every** program |', '|---|---|', ...rows].join(
    '\n',
  );
}

async function groupTable(group: string): Promise<string> {
  const rows = await Promise.all(hostilePrograms.filter((one) => groupOf(one) === group).map(row));
  return [
    `### ${titles[group] ?? group}`,
    '',
    '| program | language | attacks | ends with | aims at | limits that differ |',
    '|---|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}

async function row(program: HostileProgram): Promise<string> {
  const attacks = (await attacksOf(program)).replace(/\.$/, '').replaceAll('|', '\\|');
  const open = program.openFinding === undefined ? '' : ` **open: ${program.openFinding}**`;
  const cells = [
    `\`${sourceNameOf(program)}\`${oldKernelPrograms.includes(program) ? ' °' : ''}`,
    languageNames[languageOf(program)],
    `${attacks}${open}`,
    program.expect.join(', '),
    `\`${program.aims}\``,
    limitsOf(program),
  ];
  return `| ${cells.join(' | ')} |`;
}

function limitsOf({ limits }: HostileProgram): string {
  return Object.entries(limits ?? {})
    .filter(([name, value]) => usualLimits[name as keyof typeof usualLimits] !== value)
    .map(([name, value = 0]) =>
      name.endsWith('Us') ? `${name.slice(0, -2)} ${String(value / 1000)} ms` : sized(name, value),
    )
    .join(', ');
}

function sized(name: string, value: number): string {
  return name.endsWith('Bytes')
    ? `${name.slice(0, -5)} ${String(value / (1 << 20))} MiB`
    : `${name} ${String(value)}`;
}

if (import.meta.main) {
  const manual = await readFile(manualFile, 'utf8');
  await writeFile(manualFile, await documented(manual));
}
