/**
 * The table of system calls in the manual, made of the lines that the filter is built from.
 * `node native/sandbox/check/system-calls.ts` writes it; a test keeps the two in agreement.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export const callsManual = join(import.meta.dirname, '../../../docs/system-calls.md');
const core = join(import.meta.dirname, '../core/kernel');
const begin = '<!-- generated from native/sandbox/core/kernel/system_calls.inc: begin -->';
const end = '<!-- generated: end -->';

export interface SystemCall {
  readonly section: string;
  readonly name: string;
  /** Numbers; undefined where the instruction set has no such call. */
  readonly x64: number | undefined;
  readonly arm64: number | undefined;
  /** As it is written, for example `refused(EPERM)`. */
  readonly rule: string;
  readonly why: string;
}

export interface ArgumentStep {
  readonly filter: string;
  readonly argument: number;
  readonly test: string;
  readonly error: string;
  readonly what: string;
  readonly values: readonly string[];
}

export async function systemCalls(): Promise<readonly SystemCall[]> {
  let section = '';
  const calls: SystemCall[] = [];
  for (const line of await linesOf('system_calls.inc')) {
    if (line.startsWith('// ## ')) section = line.slice(6);
    if (line === '' || line.startsWith('//')) continue;
    const [, name, x64, arm64, rule, why] =
      /^CALL\((\w+), (none|\d+), (none|\d+), ([\w()]+), "([^"]+)"\)$/.exec(line) ?? unreadable(line);
    if (name === undefined || rule === undefined || why === undefined) continue;
    calls.push({ section, name, x64: numberOf(x64), arm64: numberOf(arm64), rule, why });
  }
  return calls;
}

export async function argumentSteps(): Promise<readonly ArgumentStep[]> {
  const steps: (ArgumentStep & { values: string[] })[] = [];
  for (const line of await linesOf('system_call_arguments.inc')) {
    if (line === '' || line.startsWith('//')) continue;
    const value = /^VALUE\((\w+)\)$/.exec(line)?.[1];
    if (value !== undefined) {
      steps.at(-1)?.values.push(value);
      continue;
    }
    const [, filter, argument, test, error, what] =
      /^ARGUMENT\((\w+), (\d), (\w+), (\w+), "([^"]+)"\)$/.exec(line) ?? unreadable(line);
    if (filter === undefined || test === undefined || error === undefined || what === undefined) continue;
    steps.push({ filter, argument: Number(argument), test, error, what, values: [] });
  }
  return steps;
}

/** The manual's text with the generated part made again. @throws RangeError when its marks are missing */
export async function documentedCalls(manual: string): Promise<string> {
  const from = manual.indexOf(begin);
  const to = manual.indexOf(end);
  if (from < 0 || to < from) throw new RangeError(`the manual must hold "${begin}" and "${end}"`);
  return `${manual.slice(0, from + begin.length)}\n\n${await tables()}\n\n${manual.slice(to)}`;
}

async function tables(): Promise<string> {
  const calls = await systemCalls();
  const steps = await argumentSteps();
  const sections = [...new Set(calls.map(({ section }) => section))];
  const parts = sections.map((section) =>
    [
      `### ${section}`,
      '',
      '| call | x86-64 | aarch64 | a program gets | why |',
      '|---|---|---|---|---|',
      ...calls.filter((call) => call.section === section).map((call) => row(call, steps)),
    ].join('\n'),
  );
  return [countLine(calls), ...parts].join('\n\n');
}

function countLine(calls: readonly SystemCall[]): string {
  const of = (...kinds: string[]) =>
    String(calls.filter(({ rule }) => kinds.some((kind) => rule.startsWith(kind))).length);
  return `${String(calls.length)} calls: ${of('allowed')} allowed, ${of('filtered')} by their arguments, ${of('asked')} answered by the sandbox, ${of('done')} answered without being made, ${of('refused', 'missing', 'unasked')} refused.`;
}

function row({ name, x64, arm64, rule, why }: SystemCall, steps: readonly ArgumentStep[]): string {
  const cells = [`\`${name}\``, numberCell(x64), numberCell(arm64), verdict(rule, steps), why];
  return `| ${cells.join(' | ')} |`;
}

function verdict(rule: string, steps: readonly ArgumentStep[]): string {
  const [, kind = rule, detail = ''] = /^(\w+)\((\w+)\)$/.exec(rule) ?? [];
  if (kind === 'refused') return detail;
  if (kind === 'missing') return 'ENOSYS';
  if (kind === 'unasked') return 'not filtered';
  if (kind === 'done') return '0, not made';
  if (kind === 'asked') return 'an answer of ours';
  if (kind === 'allowed') return 'allowed';
  return steps
    .filter(({ filter }) => filter === detail)
    .map(condition)
    .join('; ');
}

function condition({ test, error, what, values }: ArgumentStep): string {
  const list = values.map((value) => `\`${value}\``).join(', ');
  switch (test) {
    case 'one_of':
      return `${what} is ${list}, else ${error}`;
    case 'none_of':
      return `${what} is not ${list}, else ${error}`;
    case 'only_bits':
      return `${what} within ${list}, else ${error}`;
    case 'no_bits':
      return `${what} without ${list}, else ${error}`;
    case 'only_for':
      return `where the ${what} is ${list}`;
    case 'zero':
      return `without ${what}, else ${error}`;
    case 'key':
      return `with ${what}, else ${error}`;
    default:
      throw new RangeError(`${test} is no test of system_call_arguments.inc`);
  }
}

function numberCell(number: number | undefined): string {
  return number === undefined ? '' : String(number);
}

function numberOf(text: string | undefined): number | undefined {
  return text === undefined || text === 'none' ? undefined : Number(text);
}

async function linesOf(name: string): Promise<string[]> {
  return (await readFile(join(core, name), 'utf8')).split('\n');
}

function unreadable(line: string): never {
  throw new RangeError(`this line of the table cannot be read: ${line}`);
}

if (import.meta.main) {
  const manual = await readFile(callsManual, 'utf8');
  await writeFile(callsManual, await documentedCalls(manual));
}
