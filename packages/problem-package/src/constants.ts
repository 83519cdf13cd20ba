/** `{{name}}` in statements, validators, included files, submissions and test_group.yaml (2025-09). */

const tag = /\{\{([a-zA-Z_][a-zA-Z0-9_]*)\}\}/g;

/** Tags the judging system itself replaces in statements. */
const reserved = new Set(['nextsample', 'remainingsamples']);

export function substituteConstants(text: string, constants: Readonly<Record<string, string>>): string {
  return text.replace(tag, (whole, name: string) =>
    Object.hasOwn(constants, name) ? (constants[name] ?? whole) : whole,
  );
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
