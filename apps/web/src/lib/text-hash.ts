/**
 * 64 bits and the length of a text, to know it again. Not against people who want two texts to be alike: `crypto.subtle`
 * exists only on https, and contests are often run over plain http.
 */
export function textHash(text: string): string {
  // FNV-1a twice, with different beginnings; the second mixes the place in, so that the two fail differently.
  let a = 0x811c9dc5;
  let b = 0x9e3779b9;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    a = Math.imul(a ^ unit, 0x01000193);
    b = Math.imul(b ^ (unit + at), 0x85ebca6b);
    b ^= b >>> 13;
  }
  return `${(a >>> 0).toString(16)}-${(b >>> 0).toString(16)}-${text.length}`;
}
