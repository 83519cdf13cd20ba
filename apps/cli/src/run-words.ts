/** One call of `./sandglass`: the command is found and run, and every failure is reported in one line. */
import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkoutRoot } from './platform/checkout.ts';
import { UsageError, type Command } from './platform/command.ts';
import { commands } from './commands.ts';
import { interruptedStatus } from './platform/interruption.ts';
import { complain, say } from './platform/terminal.ts';

/** @returns the exit status */
export async function runWords(argv: readonly string[]): Promise<number> {
  const [name = 'help', ...rest] = argv;
  if (name === 'version' || name === '--version') return version(rest);
  if (name === 'help' || name === '--help' || name === '-h') return help(rest);
  const load = loaderOf(name);
  if (load === undefined) return noCommand(name);
  const { command } = await load();
  const words = rest.includes('--') ? rest.slice(0, rest.indexOf('--')) : rest;
  if (words.includes('--help') || words.includes('-h')) {
    say(command.usage);
    return 0;
  }
  try {
    const status = await command.run(rest);
    return interruptedStatus() ?? status;
  } catch (error) {
    // A cancelled command fails, which the user who cancelled it expects.
    const interrupted = interruptedStatus();
    if (interrupted !== null) return interrupted;
    if (error instanceof UsageError) {
      complain(`sandglass ${name}: ${error.message}\n./sandglass help ${name} shows how it is called.`);
      return 2;
    }
    complain(`sandglass ${name}: ${inWords(error, name)}`);
    if (process.env['SANDGLASS_TRACE'] !== undefined && error instanceof Error)
      complain(error.stack ?? error.message);
    return 1;
  }
}

/** Not every property of an object is a command: `constructor` is none. */
function loaderOf(name: string): (() => Promise<{ readonly command: Command }>) | undefined {
  return Object.hasOwn(commands, name) ? commands[name] : undefined;
}

function noCommand(name: string): number {
  complain(`sandglass: there is no command "${name}". ./sandglass help lists them.`);
  return 2;
}

function version(words: readonly string[]): number {
  if (words.length > 0) {
    complain(`sandglass version: unexpected argument "${words[0] ?? ''}"`);
    return 2;
  }
  const manifest = JSON.parse(readFileSync(join(checkoutRoot, 'package.json'), 'utf8')) as {
    version: string;
  };
  say(`sandglass ${manifest.version}`);
  return 0;
}

async function help([name, extra]: readonly string[]): Promise<number> {
  if (extra !== undefined) {
    complain(`sandglass help: unexpected argument "${extra}"`);
    return 2;
  }
  if (name !== undefined && name !== 'help' && name !== 'version') {
    const load = loaderOf(name);
    if (load === undefined) return noCommand(name);
    say((await load()).command.usage);
    return 0;
  }
  const loaded = await Promise.all(Object.values(commands).map((load) => load()));
  const width = Math.max(...loaded.map(({ command }) => command.name.length));
  say('Sandglass: a contest judging system whose timing can be trusted.\n\nUsage: ./sandglass COMMAND …\n');
  for (const { command } of loaded) say(`  ${command.name.padEnd(width)}  ${command.summary}`);
  say('\n./sandglass help COMMAND describes a command.');
  return 0;
}

/** The message, with what a person at this machine would do about it where that is known. */
function inWords(error: unknown, name: string): string {
  const chain: (Error & { code?: unknown })[] = [];
  for (let at = error; at instanceof Error && chain.length < 8; at = at.cause) chain.push(at);
  const codes = chain.map(({ code }) => code);
  if (codes.includes('NOT_ROOT')) return `the sandbox needs root: sudo ./sandglass ${name} …`;
  const message = error instanceof Error ? error.message : String(error);
  if (codes.includes('ENOSPC'))
    return `${message}; no space is left where files are written (temporary ones below ${tmpdir()}, TMPDIR names another folder)`;
  if (!existsSync(tmpdir()) && !message.includes(tmpdir()))
    return `${message}; the folder for temporary files, ${tmpdir()}, does not exist: TMPDIR must name one that does`;
  return message;
}
