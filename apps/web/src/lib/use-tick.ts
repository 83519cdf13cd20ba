import { useEffect, useState } from 'react';

/** Renders again every so often, for figures that grow by themselves. @returns this machine's time, ms */
export function useTick(everyMs: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
