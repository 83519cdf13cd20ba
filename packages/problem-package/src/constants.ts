/** `{{name}}` in statements, validators, included files, submissions and test_group.yaml (2025-09). */
import { refusal } from './issue.ts';

const tag = /\{\{([a-zA-Z_][a-zA-Z0-9_]*)\}\}/g;

/** Tags the judging system itself replaces in statements. */
const reserved = new Set(['nextsample', 'remainingsamples']);

/** A file with its constants filled in: what is larger is no text that anybody wrote. */
export const maxFilledBytes = 16 * 1024 * 1024;

/**
 * Fills in the constants. Three letters may mean a value of a megabyte: the length of the result is counted first.
 * @param file the path in the package, for the refusal
 * @throws PackageError `constants-too-large`, which names the constant that takes most room
 */
export function substituteConstants(
  text: string,
  constants: Readonly<Record<string, string>>,
  file: string,
  maxBytes = maxFilledBytes,
): string {
  const largest = tooLarge(text, constants, maxBytes);
  if (largest !== null)
    throw refusal('constants-too-large', file, { key: `constants.${largest}`, limit: maxBytes });
  return text.replace(tag, (whole, name: string) =>
    Object.hasOwn(constants, name) ? (constants[name] ?? whole) : whole,
  );
}

/** The constant that takes most room where all of them take too much; null: there is room enough. */
function tooLarge(
  text: string,
  constants: Readonly<Record<string, string>>,
  maxBytes: number,
): string | null {
  const values = new Map(Object.entries(constants).map(([name, value]) => [name, Buffer.byteLength(value)]));
  const taken = new Map<string, number>();
  let bytes = Buffer.byteLength(text);
  for (const [whole, name = ''] of text.matchAll(tag)) {
    const size = values.get(name);
    if (size === undefined) continue;
    bytes += size - whole.length;
    taken.set(name, (taken.get(name) ?? 0) + size);
  }
  if (bytes <= maxBytes) return null;
  return [...taken].toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? null;
}

/** Names of tags that no constant fills, each once. */
export function unknownConstants(text: string, constants: Readonly<Record<string, string>>): string[] {
  const names = [...text.matchAll(tag)].map((match) => match[1] ?? '');
  return [...new Set(names)].filter((name) => !Object.hasOwn(constants, name) && !reserved.has(name));
}

const substituted =
  /^(statement\/problem\.[^/]*\.md|(input_validators|output_validators?|static_validator|include|submissions)\/.*|data\/(.*\/)?test_group\.yaml)$/;

/** Does the format replace constants in this file? */
export function hasConstants(path: string): boolean {
  return substituted.test(path) && path !== 'submissions/submissions.yaml';
}
