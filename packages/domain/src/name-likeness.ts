/** Names that people cannot tell apart: strangers choose names of teams, and one must not pass for another. */

/** Letters of other scripts, and digits, that look like a Latin letter; i, l and 1 are one. */
const looksLike: ReadonlyMap<string, string> = new Map(
  Object.entries({
    a: 'а α',
    b: 'в β',
    c: 'с ϲ',
    d: 'ԁ',
    e: 'е ε',
    g: 'ɡ',
    h: 'һ н η',
    j: 'ј',
    k: 'к κ',
    l: 'i 1 ӏ і ι ı |',
    m: 'м μ',
    o: 'о ο σ 0 օ',
    p: 'р ρ',
    q: 'ԛ',
    s: 'ѕ',
    t: 'т τ',
    u: 'υ',
    v: 'ν ѵ',
    w: 'ѡ ω',
    x: 'х χ',
    y: 'у γ ү',
  }).flatMap(([latin, others]) => others.split(' ').map((other) => [other, latin] as const)),
);

/**
 * Equal for names that look the same: without capitals, accents, spaces and signs, and with one letter for all that look
 * alike. A name of signs alone is its own.
 */
export function nameLikeness(name: string): string {
  const letters = name
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}|]/gu, '');
  const alike = Array.from(letters, (letter) => looksLike.get(letter) ?? letter).join('');
  return alike === '' ? name.normalize('NFKC').replaceAll(/\s/gu, '') : alike;
}

/** What nobody sees, or what changes the direction of a page's text; joiners of Persian and of Indic scripts are letters. */
export function hasInvisible(name: string): boolean {
  return /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]/u.test(
    name.replaceAll(/(?<=[\p{L}\p{M}])[\u200c\u200d](?=\p{L})/gu, ''),
  );
}
