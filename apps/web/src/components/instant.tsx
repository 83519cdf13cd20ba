import { Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatInstant, formatInstantFully, formatRelative } from '../lib/time.ts';
import { useNow } from '../lib/use-now.ts';

/** Made when it is shown: the first date in words takes the browser ten milliseconds, which no page has to wait for. */
function Fully({ at }: { at: string }): ReactNode {
  return formatInstantFully(at);
}

/** A moment in the viewer's zone; hovering shows it in full. */
export function Instant(props: { at: string; precision?: 'seconds' | 'minutes' }): ReactNode {
  const { at, precision } = props;
  return (
    <Tooltip label={<Fully at={at} />}>
      <time dateTime={at}>{formatInstant(at, precision)}</time>
    </Tooltip>
  );
}

/** A moment as a distance from now, kept current. */
export function Ago({ at }: { at: string }): ReactNode {
  const now = useNow();
  return (
    <Tooltip label={<Fully at={at} />}>
      <time dateTime={at}>{formatRelative(at, now)}</time>
    </Tooltip>
  );
}
