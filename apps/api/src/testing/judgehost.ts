import { judgehostSchema, type HostGaps, type HostReport, type Judgehost } from '@sandglass/contracts';
import { hostReport } from './fake-host.ts';

/** “judge-1” as the api knows it: online, never seen to do anything. @param report what differs in its last report */
export function judgehost(changes: Partial<Judgehost> = {}, report: Partial<HostReport> = {}): Judgehost {
  return judgehostSchema.parse({
    id: 'a',
    name: 'judge-1',
    enabled: true,
    online: true,
    lastSeenAt: null,
    slots: [],
    compilers: [],
    report: { ...hostReport('judge-1'), ...report },
    cores: null,
    software: null,
    mode: 'on',
    modeReason: null,
    modeBy: null,
    modeAt: null,
    running: 0,
    drained: false,
    restrictions: {},
    condition: null,
    credential: { madeAt: null, revokedAt: null, ownRedisUser: false },
    ...changes,
  });
}

/** The curve of a host without one. */
export const noGaps: HostGaps = { from: 0, seconds: [], p50Us: [], p95Us: [], p99Us: [] };
