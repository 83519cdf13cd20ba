import { maxWallLimitUs } from '@sandglass/contracts';

/**
 * The nearest limit that can be set. Below the CPU limit no program could ever get TLE.
 * @param cpuUs the CPU limit it is beside
 */
export function withinBounds(us: number, cpuUs: number): number {
  return Math.min(maxWallLimitUs, Math.max(cpuUs, us));
}

/** What was typed, µs; null as long as it is no time. */
export function typedUs(text: string): number | null {
  const us = Math.round(Number(text) * 1e6);
  return text.trim() !== '' && Number.isFinite(us) && us > 0 ? us : null;
}
