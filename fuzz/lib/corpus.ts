/** Inputs that once broke something, kept as JSON: every run of a target begins with them. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../corpus');

export interface Kept {
  readonly file: string;
  readonly input: unknown;
}

export function keptInputs(target: string): Kept[] {
  const own = join(folder, target);
  if (!existsSync(own)) return [];
  return readdirSync(own)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => readInput(join(own, name)));
}

export function readInput(file: string): Kept {
  return { file, input: JSON.parse(readFileSync(file, 'utf8')) as unknown };
}

/** @returns the file: named after its content, so that the same input is kept once */
export function keepInput(target: string, input: unknown): string {
  const text = `${JSON.stringify(input, null, 2)}\n`;
  const name = `${createHash('sha256').update(text).digest('hex').slice(0, 16)}.json`;
  mkdirSync(join(folder, target), { recursive: true });
  const file = join(folder, target, name);
  writeFileSync(file, text);
  return file;
}
