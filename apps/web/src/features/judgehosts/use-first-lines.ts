import type { HostRow } from '@sandglass/contracts';
import { startTransition, useEffect, useState } from 'react';

/** Heights at the usual size of letters, px: of a line, and of what is above the first one at least. */
const lineHeight = 62;
const headHeight = 150;
/** The open one fills a window by itself. */
const withAnOpenOne = 8;

/** So many lines, and not many more, are in sight at first. @param windowHeight CSS px */
export function linesInSight(windowHeight: number): number {
  return Math.max(withAnOpenOne, Math.ceil((windowHeight - headHeight) / lineHeight));
}

/**
 * The lines in sight come first, the others in the background once those are seen.
 * @param open name of the host that is shown in full: its line is among the first
 */
export function useFirstLines(
  hosts: readonly HostRow[] | null,
  open: string | undefined,
): readonly HostRow[] {
  const [whole, setWhole] = useState(false);
  const there = hosts !== null;
  useEffect(() => {
    if (!there || whole) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // After the frame that shows the first ones.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setWhole(true)));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [there, whole]);
  if (hosts === null) return [];
  if (whole) return hosts;
  const place = hosts.findIndex(({ name }) => name === open);
  return hosts.slice(0, place < 0 ? linesInSight(window.innerHeight) : Math.max(withAnOpenOne, place + 1));
}
