/**
 * Hogs take the cores from everything else that runs, and other work keeps the host from becoming healthy again: they
 * are tried where no other test runs beside them. About a minute, mostly waiting.
 */
import { expect } from 'vitest';
import { proveTroubles } from './proof.ts';

// Eight of nine parts are theirs, regardless of the slots.
await proveTroubles(['hogs'], (story) => {
  const reports = [...story.matchAll(/other programs keep ([\d.]+) of (\d+) cores? busy/g)];
  const shares = reports.map(([, busy, cores]) => Number(busy) / Number(cores));
  expect(Math.max(0, ...shares), story).toBeGreaterThan(0.7);
});
