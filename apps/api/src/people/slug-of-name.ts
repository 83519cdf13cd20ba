import { sha256 } from '../platform/lib/sha256.ts';

/** CLICS allows 36 characters; a hash has room behind it. */
const maxSlug = 26;

/**
 * A readable id made of a name: "Universität Varn" → "universitat-varn". Names without a letter of ASCII, and names whose id
 * another one has, get a part of a hash.
 * @param distinct what else distinguishes them, such as the country
 */
export function slugOfName(name: string, distinct: string, isTaken: (id: string) => boolean): string {
  const slug = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()
    .slice(0, maxSlug)
    .trim()
    .replaceAll(' ', '-');
  if (slug !== '' && !isTaken(slug)) return slug;
  const hash = sha256(`${name}\u001f${distinct}`);
  const start = slug === '' ? 'x' : slug;
  const free = [8, 16, 32]
    .map((length) => `${start}-${hash.slice(0, length)}`.slice(0, 64))
    .find((id) => !isTaken(id));
  return free ?? `x${hash.slice(0, 60)}`;
}
