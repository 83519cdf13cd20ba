/** A compiler's version as people say it. */
import type { Language } from '@sandglass/contracts';

/** A name right before its version: "g++ (Debian 12.2.0)", "Python 3.11.2", "openjdk version "17"". */
const named = /^([A-Za-z][\w+#.-]{0,20}) (?:\(|version |v?\d)/;
const firstNumber = /\d{1,6}(?:\.\d{1,6})?/;

/** `g++ 12.2` of "g++ (Debian 12.2.0-14) 12.2.0"; the name of the program comes from the commands where the text has none. */
export function shortVersion(
  raw: string,
  { compileCommand, runCommand }: Pick<Language, 'compileCommand' | 'runCommand'>,
): string {
  const number = firstNumber.exec(raw.replace(/^[^0-9]*?version /, ''))?.[0];
  if (number === undefined) return raw;
  // Node prints its version alone, and is what runs TypeScript as well.
  const command = raw.startsWith('v') ? runCommand : (compileCommand ?? runCommand);
  const name = named.exec(raw)?.[1] ?? command.split(' ', 1)[0] ?? '';
  return `${name} ${number}`.trim();
}

/** Of all judgehosts, each once. */
export function shortVersions(language: Language): string {
  return [...new Set(language.versions.map((raw) => shortVersion(raw, language)))].join(', ');
}
