import { type ReactNode, useState } from 'react';
import { oldAfterMs } from '../live/monitor-stream.ts';
import { useTick } from '../lib/use-tick.ts';
import { Notice } from './notice.tsx';

/**
 * Live figures that are no longer renewed: since when, and that it mends itself. There as long as it is so.
 * @param missing none have come at all
 */
export function OldNotice({ what, missing = false }: { what: string; missing?: boolean }): ReactNode {
  const [since] = useState(() => Date.now() - oldAfterMs);
  const seconds = Math.max(0, Math.floor((useTick(1000) - since) / 1000));
  return (
    <div style={{ marginBottom: '0.75rem' }}>
      <Notice
        kind="warning"
        title={missing ? `${what}: none for ${seconds} s` : `${what} of ${seconds} s ago`}
      >
        Nothing new comes from the server. The page goes on by itself as soon as the connection does.
      </Notice>
    </div>
  );
}
