/** Every regular expression of the product, with its place. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor, type CallExpression, type NewExpression } from 'oxc-parser';

const root = join(import.meta.dirname, '../..');

export interface FoundExpression {
  /** `apps/api/src/app.ts:12` */
  readonly place: string;
  readonly source: string;
  readonly flags: string;
}

export interface FoundExpressions {
  readonly literals: readonly FoundExpression[];
  /** `new RegExp(…)` of what is no plain string: place and text. */
  readonly computed: readonly { readonly place: string; readonly code: string }[];
}

/** What runs at a contest. Tests, hostile programs and the packages that only tests use meet no stranger. */
const product = [
  'apps/*/src/**/*.{ts,tsx}',
  'packages/*/src/**/*.ts',
  'native/*/src/**/*.ts',
  'scripts/*.ts',
];
const notProduct =
  /(^|\/)(generated|testing|dist|build|node_modules)\/|\.test\.tsx?$|^packages\/(testing|old-kernel)\//;

export function expressionsOfProduct(): FoundExpressions {
  const files = product
    .flatMap((pattern) => globSync(pattern, { cwd: root }))
    .filter((file) => !notProduct.test(file));
  const all = files.map((file) => expressionsIn(file, readFileSync(join(root, file), 'utf8')));
  return {
    literals: all.flatMap(({ literals }) => literals),
    computed: all.flatMap(({ computed }) => computed),
  };
}

/** @param file its ending says how the text is read */
export function expressionsIn(file: string, text: string): FoundExpressions {
  const literals: FoundExpression[] = [];
  const computed: { place: string; code: string }[] = [];
  const placeOf = (offset: number): string => `${file}:${text.slice(0, offset).split('\n').length}`;
  const made = (node: NewExpression | CallExpression): void => {
    if (node.callee.type !== 'Identifier' || node.callee.name !== 'RegExp') return;
    const [pattern, flags] = node.arguments;
    const place = placeOf(node.start);
    if (pattern?.type === 'Literal' && typeof pattern.value === 'string') {
      const given = flags?.type === 'Literal' && typeof flags.value === 'string' ? flags.value : '';
      literals.push({ place, source: pattern.value, flags: given });
    } else computed.push({ place, code: text.slice(node.start, node.end) });
  };
  const { program, errors } = parseSync(file, text);
  const error = errors[0];
  if (error !== undefined) throw new Error(`${file}: ${error.message}`);
  new Visitor({
    Literal(node) {
      if (!('regex' in node)) return;
      const { pattern, flags } = node.regex;
      literals.push({ place: placeOf(node.start), source: pattern, flags });
    },
    NewExpression: made,
    CallExpression: made,
  }).visit(program);
  return { literals, computed };
}
