import type { HostRow } from '@sandglass/contracts';
import { startTransition, useEffect, useState } from 'react';

/** More than a window shows below the head of the page, and where one of them is open, which fills a window by itself. */
const inSight = { closed: 16, open: 8 } as const;

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
  return hosts.slice(0, place < 0 ? inSight.closed : Math.max(inSight.open, place + 1));
}
