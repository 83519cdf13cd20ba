/** Arguments of output validators: splitting legacy strings, checking those of the default validator. */

/**
 * Splits a legacy `validator_flags` string into arguments as a shell would, without its
 * expansions: white space separates, quotes keep together, a backslash takes the next character.
 */
export function splitFlags(text: string): string[] {
  const flags: string[] = [];
  let word: string | null = null;
  let quote: string | null = null;
  for (let index = 0; index < text.length; index++) {
    const char = text.charAt(index);
    if (quote !== null) {
      if (char === quote) quote = null;
      else if (char === '\\' && quote === '"' && /["\\]/.test(text.charAt(index + 1)))
        word += text.charAt(++index);
      else word += char;
    } else if (char === '"' || char === "'") {
      quote = char;
      word ??= '';
    } else if (/\s/.test(char)) {
      if (word !== null) flags.push(word);
      word = null;
    } else if (char === '\\' && index + 1 < text.length) {
      word = (word ?? '') + text.charAt(++index);
    } else {
      word = (word ?? '') + char;
    }
  }
  if (word !== null) flags.push(word);
  return flags;
}

/** Meaning of the default validator's arguments. Tolerances are null when not set. */
export interface DefaultValidatorFlags {
  caseSensitive: boolean;
  spaceChangeSensitive: boolean;
  absoluteTolerance: number | null;
  relativeTolerance: number | null;
}

const floatGrammar = /^[+-]?(?:\d*\.\d+|\d+\.|\d+)(?:[eE][+-]?\d+)?$/;
const known =
  'case_sensitive, space_change_sensitive, float_absolute_tolerance ε, float_relative_tolerance ε, float_tolerance ε';

/**
 * Reads the default validator's arguments.
 * @returns the meaning, or in words what is wrong (naming the argument).
 */
export function readDefaultFlags(flags: readonly string[]): DefaultValidatorFlags | { reason: string } {
  const result: DefaultValidatorFlags = {
    caseSensitive: false,
    spaceChangeSensitive: false,
    absoluteTolerance: null,
    relativeTolerance: null,
  };
  const tolerances = new Set<string>();
  for (let index = 0; index < flags.length; index++) {
    const flag = flags[index] ?? '';
    switch (flag) {
      case 'case_sensitive':
        result.caseSensitive = true;
        break;
      case 'space_change_sensitive':
        result.spaceChangeSensitive = true;
        break;
      case 'float_absolute_tolerance':
      case 'float_relative_tolerance':
      case 'float_tolerance': {
        if (tolerances.has(flag)) return { reason: `${flag} is given more than once` };
        tolerances.add(flag);
        const text = flags[++index];
        if (text === undefined) return { reason: `${flag} needs a number after it` };
        const value = floatGrammar.test(text) ? Number(text) : Number.NaN;
        if (!Number.isFinite(value) || value < 0) {
          return { reason: `${flag} needs a number of at least 0, not "${text}"` };
        }
        if (flag !== 'float_relative_tolerance') result.absoluteTolerance = value;
        if (flag !== 'float_absolute_tolerance') result.relativeTolerance = value;
        break;
      }
      default:
        return { reason: `"${flag}" is none of them; they are ${known}` };
    }
  }
  if (tolerances.has('float_tolerance') && tolerances.size > 1) {
    return { reason: 'float_tolerance already sets both tolerances and excludes the other two' };
  }
  return result;
}
