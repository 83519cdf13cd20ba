/**
 * Is an expression slow for some text? Two looks, for neither sees all:
 * scslre reads the expression and knows which of its parts take the same characters (it passes over what follows a word
 * boundary), and texts made of the expression's own parts are tried, which finds what begins again at every word.
 */
import { RegExpParser, type AST } from '@eslint-community/regexpp';
import { analyse } from 'scslre';

export interface Expression {
  readonly source: string;
  readonly flags: string;
}

/** Null: linear for every text that was thought of. Else why not, in words. */
export function slowness(expression: Expression): string | null {
  const { reports } = analyse(expression, {
    reportTypes: { Move: true, Self: true, Trade: true },
    assumeRejectingSuffix: false,
  });
  const report = reports[0];
  if (report !== undefined) {
    const { source } = expression;
    if (report.type === 'Move') {
      return `"${report.quant.raw}" begins again at every character of "${report.quant.raw}" (${source})`;
    }
    const speed = report.exponential ? 'exponential' : 'quadratic';
    return report.type === 'Self'
      ? `"${report.quant.raw}" takes the same text in several ways: ${speed}`
      : `"${report.startQuant.raw}" and "${report.endQuant.raw}" take the same text: ${speed}`;
  }
  const words = attackWords(expression);
  for (const word of words) {
    for (const end of ['', '\n', '\u0000', '}']) {
      if (isSlowFor(expression, word, end)) {
        return `${JSON.stringify(word)}, again and again, and ${JSON.stringify(end)} behind it`;
      }
    }
  }
  return null;
}

const shortText = 2_000;
const longText = 32_000;
/** For 32 000 characters; what is linear takes less than one, what is quadratic fifty and more. */
const slowMs = 15;
/** What takes less for 2 000 characters would not take that long if it were quadratic. */
const quickMs = slowMs / 16 ** 2 / 10;

function isSlowFor({ source, flags }: Expression, word: string, end: string): boolean {
  const pattern = new RegExp(source, flags.replaceAll(/[gy]/g, ''));
  const text = (length: number): string => word.repeat(Math.ceil(length / word.length)) + end;
  if (fastest(pattern, text(shortText)) < quickMs) return false;
  return fastest(pattern, text(longText)) > slowMs;
}

/** Of several tries: other work of the machine only ever adds. */
function fastest(pattern: RegExp, text: string): number {
  let best = Infinity;
  for (let attempt = 0; attempt < 4; attempt += 1) {
    const before = performance.now();
    pattern.test(text);
    best = Math.min(best, performance.now() - before);
    if (best < 0.01) break;
  }
  return best;
}

/** Beginnings of what the expression matches, up to and with something it takes any number of. */
function attackWords({ source, flags }: Expression): Set<string> {
  const parsed = new RegExpParser().parsePattern(source, 0, source.length, { unicode: flags.includes('u') });
  const words = new Set<string>();
  for (const alternative of parsed.alternatives) collect(alternative, [''], words);
  words.delete('');
  return words;
}

const mostWords = 40;

/** @returns what may precede the following part */
function collect(alternative: AST.Alternative, before: readonly string[], words: Set<string>): string[] {
  let heads = [...before];
  for (const element of alternative.elements) {
    if (words.size > mostWords) break;
    if (element.type === 'Quantifier') {
      const samples = samplesOf(element.element);
      for (const head of heads) {
        if (element.max !== Infinity) continue;
        words.add(head);
        for (const sample of samples) {
          words.add(head + sample);
          words.add(sample);
        }
      }
      if (element.min > 0) heads = joined(heads, samples.slice(0, 2));
    } else if (element.type === 'Group' || element.type === 'CapturingGroup') {
      heads = element.alternatives.slice(0, 3).flatMap((inner) => collect(inner, heads, words));
    } else heads = joined(heads, samplesOf(element));
    heads = heads.slice(0, 3);
  }
  return heads;
}

function joined(heads: readonly string[], samples: readonly string[]): string[] {
  return samples.length === 0 ? [...heads] : heads.flatMap((head) => samples.map((one) => head + one));
}

const candidates = [' ', 'a', '0', '\t', '\n', '/', ',', '.', '-', 'A', '{', '(', '"', 'é', '\\'];

/** Characters, or short texts, that an element takes. */
function samplesOf(element: AST.Element): string[] {
  switch (element.type) {
    case 'Character':
      return [String.fromCodePoint(element.value)];
    case 'CharacterSet':
    case 'CharacterClass':
    case 'ExpressionCharacterClass': {
      const one = new RegExp(`^${element.raw}$`, 'u');
      return candidates.filter((candidate) => one.test(candidate)).slice(0, 3);
    }
    case 'Group':
    case 'CapturingGroup':
      return element.alternatives
        .slice(0, 3)
        .map((inner) => inner.elements.map((each) => samplesOf(each)[0] ?? '').join(''));
    case 'Quantifier':
      return samplesOf(element.element);
    case 'Assertion':
    case 'Backreference':
      return [];
  }
}
