/** An id as addresses have it, of a name: “The Regional 2026” is `the-regional-2026`. */
export function slugOf(name: string): string {
  return (
    name
      .normalize('NFKD')
      // Letters without their accents.
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '')
      .slice(0, 64)
      .replace(/-$/, '')
  );
}
