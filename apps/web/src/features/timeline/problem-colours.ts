/** A colour for each problem, another one for each other, the same on every visit where labels are letters. */

/** Turned by the golden angle, hues stay apart however many there are. */
const turn = 137.508;
/** In turn, so that hues that do come near are not as light. Of OKLCH, where steps look even. */
const lightness = { light: [0.5, 0.63, 0.4], dark: [0.76, 0.64, 0.86] } as const;

/** @param known labels, in the order in which they came: what is no letter has its place after the letters */
export function problemColour(label: string, known: readonly string[], scheme: 'light' | 'dark'): string {
  const place = /^[A-Z]$/.test(label)
    ? label.charCodeAt(0) - 65
    : 26 + Math.max(0, known.filter((other) => !/^[A-Z]$/.test(other)).indexOf(label));
  const hue = (place * turn + 25) % 360;
  return `oklch(${lightness[scheme][place % 3]} 0.14 ${hue.toFixed(1)})`;
}
