/** The words of a command, read strictly: what is not understood is refused and never ignored. */
import { parseArgs, type ParseArgsConfig, type ParseArgsOptionsConfig } from 'node:util';
import { UsageError } from './command.ts';

type Parsed<Options extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ args: string[]; options: Options; allowPositionals: true; strict: true }>
>;

export interface Expected<Options extends ParseArgsOptionsConfig> {
  readonly options: Options;
  /** How many words beside the options there may be; default: none. */
  readonly most?: number | undefined;
}

/**
 * The options and the other words.
 * @throws UsageError for an unknown option, one without its value, an empty value, one given twice, a word too many
 */
export function readWords<const Options extends ParseArgsOptionsConfig>(
  argv: readonly string[],
  { options, most = 0 }: Expected<Options>,
): { values: Parsed<Options>['values']; positionals: string[] } {
  const config = { args: [...argv], options, allowPositionals: true, strict: true, tokens: true } as const;
  const { values, positionals, tokens } = parsed(config);
  const seen = new Set<string>();
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const { name, value } = token;
    if (value === '') throw new UsageError(`--${name} has an empty value`);
    if (value?.includes('\0') === true) throw new UsageError(`--${name} has a NUL character in its value`);
    if (seen.has(name) && options[name]?.multiple !== true)
      throw new UsageError(`--${name} is given twice: it can be given once`);
    seen.add(name);
  }
  const empty = positionals.findIndex((word) => word === '');
  if (empty !== -1) throw new UsageError(`word ${String(empty + 1)} is empty`);
  const extra = positionals[most];
  if (extra !== undefined) throw new UsageError(`unexpected argument "${extra}"`);
  return { values, positionals };
}

function parsed<const Config extends ParseArgsConfig>(config: Config): ReturnType<typeof parseArgs<Config>> {
  try {
    return parseArgs(config);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')))
      throw error;
    throw new UsageError(inOneSentence(String(error.code), error.message), { cause: error });
  }
}

/** Node's own messages are several sentences long and begin with a capital. */
function inOneSentence(code: string, message: string): string {
  const name = /'(--?[^\s',]*)/.exec(message)?.[1] ?? 'an option';
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return `there is no option ${name}`;
  if (/does not take an argument/.test(message)) return `${name} takes no value`;
  if (/argument missing/.test(message)) return `${/--[\w-]+/.exec(message)?.[0] ?? name} needs a value`;
  if (/ambiguous/.test(message)) {
    const option = /--[\w-]+/.exec(message)?.[0] ?? name;
    return `${option} needs a value; one that begins with a dash is given as ${option}=VALUE`;
  }
  return message.split('\n')[0] ?? message;
}

/** @throws UsageError unless the text is a whole number within the bounds */
export function wholeNumber(option: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (!/^\d{1,9}$/.test(text) || value < least || value > most)
    throw new UsageError(
      `${option} must be a whole number from ${String(least)} to ${String(most)}, not "${text}"`,
    );
  return value;
}

/** @throws UsageError unless the text is an address of the web */
export function webAddress(option: string, text: string): string {
  const url = URL.parse(text);
  if (url !== null && ['http:', 'https:'].includes(url.protocol)) return text;
  throw new UsageError(`${option} must be an address such as https://judge.example.org, not "${text}"`);
}
