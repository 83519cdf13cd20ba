/**
 * Hogs take the cores from whatever else runs, and whatever else runs keeps the host from being well again: they are tried
 * where no other test runs beside them. About a minute, mostly waiting.
 */
import { expect } from 'vitest';
import { proveTroubles } from './proof.ts';

// Eight of nine parts are theirs, whatever the slots have to do.
await proveTroubles(['hogs'], (story) => {
  const told = [...story.matchAll(/other programs keep ([\d.]+) of (\d+) cores? busy/g)];
  const shares = told.map(([, busy, cores]) => Number(busy) / Number(cores));
  expect(Math.max(0, ...shares), story).toBeGreaterThan(0.7);
});
