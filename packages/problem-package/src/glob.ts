/** The format's patterns: `*` within one name, `{a,b}` alternatives, nothing else. */

/** More than anybody writes; what a hostile pattern would expand to beyond it matches nothing. */
const alternativesLimit = 64;
/** The longest path that Linux takes (PATH_MAX): a longer pattern matches nothing. */
const longestPattern = 4096;

/** `a.{py,cpp}` → `a.py`, `a.cpp`; braces may nest. A lone brace matches itself. */
function expandBraces(pattern: string): string[] {
  if (pattern.length > longestPattern) return [];
  const done: string[] = [];
  const open = [pattern];
  while (open.length > 0 && done.length + open.length <= alternativesLimit) {
    const next = open.pop() ?? '';
    // Innermost group first: it holds no brace itself.
    const group = innermostGroup(next);
    if (group === null) {
      done.push(next);
      continue;
    }
    const before = next.slice(0, group.from);
    const after = next.slice(group.to);
    for (const choice of next.slice(group.from + 1, group.to - 1).split(','))
      open.push(before + choice + after);
  }
  return done;
}

/** The first `{…,…}` without a brace in it, read in one pass. */
function innermostGroup(pattern: string): { from: number; to: number } | null {
  let from = -1;
  let hasComma = false;
  for (let at = 0; at < pattern.length; at += 1) {
    const character = pattern[at];
    if (character === '{') {
      from = at;
      hasComma = false;
    } else if (character === ',') hasComma = true;
    else if (character === '}') {
      if (from !== -1 && hasComma) return { from, to: at + 1 };
      from = -1;
    }
  }
  return null;
}

/** `*` by the two-pointer method: linear for one star, never exponential for many. */
function matchPart(pattern: string, name: string): boolean {
  let at = 0;
  let star = -1;
  let resume = 0;
  let index = 0;
  while (index < name.length) {
    if (at < pattern.length && pattern[at] === '*') {
      star = at++;
      resume = index;
    } else if (at < pattern.length && pattern[at] === name[index]) {
      at++;
      index++;
    } else if (star !== -1) {
      at = star + 1;
      index = ++resume;
    } else {
      return false;
    }
  }
  while (at < pattern.length && pattern[at] === '*') at++;
  return at === pattern.length;
}

/** A pattern ready for many paths: does it match the path itself or a directory above it? */
export function compilePattern(pattern: string): (path: string) => boolean {
  const alternatives = expandBraces(pattern).map((plain) => plain.replace(/\/$/, '').split('/'));
  return (path) => {
    const names = path.split('/');
    return alternatives.some(
      (parts) =>
        parts.length <= names.length && parts.every((part, index) => matchPart(part, names[index] ?? '')),
    );
  };
}

/** Does the pattern match the path itself or a directory above it? */
export function matchesPath(pattern: string, path: string): boolean {
  return compilePattern(pattern)(path);
}
