/** Waiting times between tries to connect, in ms. */
export const backoffBounds = { first: 500, most: 4_000 } as const;

/**
 * Doubles from half a second to four, spread by ±50 %: when a server restarts, a hall full of browsers must be back within
 * seconds, and not in the same instant.
 * @param attempt failed tries so far, from 0
 * @param random a number in [0, 1)
 */
export function backoffMs(attempt: number, random: number): number {
  const base = Math.min(backoffBounds.first * 2 ** Math.min(attempt, 16), backoffBounds.most);
  return Math.round(base * (0.5 + random));
}
