/** JSON and YAML files that are a list of objects, each object with the line where it begins. */
import { PackageError, parseYaml } from '@sandglass/problem-package';
import type { FaultList } from './fault-list.ts';
import { maxRows } from './separated-text.ts';

export interface StructuredRecord {
  readonly fields: Readonly<Record<string, unknown>>;
  /** Null: not known. */
  readonly line: number | null;
  /** False: all scalars are texts, so that `null` may be a word. */
  readonly isTyped: boolean;
}

/** What the files of one request share. */
export interface ReadRecords {
  readonly faults: FaultList;
  readonly yaml: YamlBudget;
}

/** YAML is composed node by node, and nothing else runs in that time. */
const maxYamlCharacters = 1024 * 1024;

/** Characters of YAML that all files together may have. */
export class YamlBudget {
  #left = maxYamlCharacters;

  /** @returns false: it is too much */
  take(characters: number): boolean {
    if (characters > this.#left) return false;
    this.#left -= characters;
    return true;
  }
}

export function structuredRecords(
  file: string,
  text: string,
  { faults, yaml }: ReadRecords,
): StructuredRecord[] {
  const isTyped = /\.json$/i.test(file);
  const found = isTyped ? fromJson(file, text, faults) : fromYaml(file, text, faults, yaml);
  if (found === null) return [];
  const { value, lineOf } = found;
  if (!Array.isArray(value)) {
    faults.error(file, 1, '', 'must be a list of objects');
    return [];
  }
  if (value.length > maxRows) {
    faults.error(file, null, '', `must have at most ${maxRows} objects`);
    return [];
  }
  return value.flatMap((one: unknown, index): StructuredRecord[] => {
    const line = lineOf(index);
    if (typeof one === 'object' && one !== null && !Array.isArray(one))
      return [{ fields: { ...one }, line, isTyped }];
    faults.error(file, line, '', 'must be an object');
    return [];
  });
}

interface Parsed {
  readonly value: unknown;
  readonly lineOf: (index: number) => number;
}

function fromJson(file: string, text: string, faults: FaultList): Parsed | null {
  try {
    const value: unknown = JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text);
    const lines = linesOfElements(text);
    return { value, lineOf: (index) => lines[index] ?? 1 };
  } catch (error) {
    const offset = Number(/position (\d+)/.exec((error as Error).message)?.[1] ?? 0);
    const line = text.slice(0, offset).split('\n').length;
    faults.error(file, line, '', `is not well-formed JSON: ${(error as Error).message.slice(0, 200)}`);
    return null;
  }
}

function fromYaml(file: string, text: string, faults: FaultList, budget: YamlBudget): Parsed | null {
  if (!budget.take(text.length)) {
    const most = `all YAML files together may have ${maxYamlCharacters} characters`;
    faults.error(file, null, '', `is too long: ${most}; JSON may have more`);
    return null;
  }
  try {
    // As text: an id 007 is not the number 7.
    const yaml = parseYaml(text, file, 'text');
    return { value: yaml.value, lineOf: (index) => yaml.position([index])?.line ?? 1 };
  } catch (error) {
    if (!(error instanceof PackageError)) throw error;
    const [issue] = error.issues;
    faults.error(file, issue?.position?.line ?? null, '', issue?.message ?? error.message);
    return null;
  }
}

/** Lines where the elements of the outermost list begin. The text is well-formed. */
function linesOfElements(text: string): number[] {
  const lines: number[] = [];
  let line = 1;
  let depth = 0;
  let isNext = false;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (letter === '\n') line += 1;
    else if (letter === ' ' || letter === '\r' || letter === '\t' || letter === '\uFEFF') continue;
    else {
      const isElement = isNext && letter !== ']';
      isNext = false;
      if (isElement) lines.push(line);
      if (letter === '"') {
        at += 1;
        while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
      } else if (letter === '[' || letter === '{') {
        depth += 1;
        isNext = depth === 1 && letter === '[';
      } else if (letter === ']' || letter === '}') depth -= 1;
      else if (letter === ',') isNext = depth === 1;
    }
  }
  return lines;
}
