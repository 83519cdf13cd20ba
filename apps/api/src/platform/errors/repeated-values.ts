import type { FieldError } from '@sandglass/contracts';

/** An error for each value that an earlier one has already. @param path of the value at an index */
export function repeatedValues(values: readonly string[], path: (index: number) => string): FieldError[] {
  const seen = new Set<string>();
  return values.flatMap((value, index) => {
    if (seen.has(value)) return [{ path: path(index), message: `"${value}" is given twice` }];
    seen.add(value);
    return [];
  });
}
