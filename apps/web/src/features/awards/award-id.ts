const longest = 60;

/** An id for an award of the jury's own, made of its citation: "Best costume" is `best-costume`. */
export function awardIdOf(citation: string): string {
  const words = citation
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]/)
    .filter((word) => word !== '');
  const id = words.join('-').slice(0, longest);
  // Of a citation in other letters: the same one has the same id.
  return id === ''
    ? `award-${Array.from(citation)
        .map((letter) => letter.codePointAt(0)?.toString(36))
        .join('')
        .slice(0, longest)}`
    : id;
}
