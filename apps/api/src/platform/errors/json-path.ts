/** `["files", 0, "name"]` as people write it: `files[0].name`. */
export function jsonPath(parts: readonly (PropertyKey | undefined)[]): string {
  return parts.reduce<string>((path, part) => {
    if (typeof part === 'number') return `${path}[${part}]`;
    return path === '' ? String(part) : `${path}.${String(part)}`;
  }, '');
}
