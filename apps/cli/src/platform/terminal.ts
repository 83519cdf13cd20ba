/**
 * The one place where the commands write for people. What they show comes from contestants (compiler messages, file
 * names), setters (packages, validators) and other machines (the api, judgehosts): none of it may command a terminal.
 */

/* oxlint-disable no-control-regex -- what controls a terminal is what is looked for */
/**
 * Controls but tab and newline, line and paragraph separators, what turns the direction of text, what is invisible, and
 * halves of characters.
 */
const harmful =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]|\p{Cs}/gu;
/* oxlint-enable no-control-regex */

/** The same text with `\x1b` for an escape, `\u{202e}` for a right-to-left override and so on. */
export function visible(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll(harmful, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u{${code.toString(16)}}`;
  });
}

/** A line, or several, on standard output. */
export function say(text: string): void {
  process.stdout.write(`${visible(text)}\n`);
}

/** One JSON object on standard output, for programs. */
export function sayJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}

/** A line, or several, on standard error. */
export function complain(text: string): void {
  process.stderr.write(`${visible(text)}\n`);
}

/** One line of progress on a terminal, written over the last; '' wipes it. Nothing where there is no terminal. */
export function showProgress(line: string): void {
  if (!process.stderr.isTTY) return;
  const shown = visible(line).replaceAll('\n', ' ');
  process.stderr.write(`\r\u001b[K${shown.slice(0, (process.stderr.columns || 80) - 1)}`);
}

let lost: NodeJS.ErrnoException | undefined;

/** Notes what could not be written: nobody shall take a lost result for a command that has done its work. */
export function watchOutput(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => (lost ??= error));
  // Nobody is left to read about it.
  process.stderr.on('error', () => {});
}

/** Waits until everything is written. @returns what could not be; undefined when all was */
export async function outputLost(): Promise<NodeJS.ErrnoException | undefined> {
  if (lost === undefined)
    await new Promise<void>((resolve) => {
      process.stdout.write('', () => resolve());
    });
  return lost;
}
