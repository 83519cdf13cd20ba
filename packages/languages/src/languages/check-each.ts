/**
 * Interpreters that can only check one file at a time. The compilation is then a loop, and ends at the first
 * file that is wrong: a syntax error is a compile error, not a run-time error of the first test.
 * @param flags without quotes of their own; they precede the name of the file
 */
export function checkEach(flags: string): string[] {
  return [
    '/bin/sh',
    '-c',
    `for source; do "$0" ${flags} "$source" || exit 1; done`,
    '{compiler}',
    '{sources}',
  ];
}
