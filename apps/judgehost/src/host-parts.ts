import type { HostReport, MachineCores } from '@sandglass/contracts';
import type { Placement } from '@sandglass/judge';
import type { LogSink, RestartNote } from '@sandglass/service';
import type { ApiClient } from './api/api-client.ts';
import type { Log } from './platform/log.ts';
import type { StartWorker } from './queue/queue-workers.ts';
import type { HostImage, HostToolchain } from './slots/host-images.ts';
import type { CreateSlot } from './slots/host-slot.ts';

/** What the host offers, looked up once before the start; replaced in tests. */
export interface HostParts {
  readonly api: ApiClient;
  readonly createSlot: CreateSlot;
  /** For contests that name no image. */
  readonly toolchains: readonly HostToolchain[];
  /** What they run on, see `hostFingerprint`; null or absent: programs are not shared with other hosts. */
  readonly fingerprint?: string | null;
  /** Images contests may name. */
  readonly images?: readonly HostImage[];
  readonly placements: readonly Placement[];
  readonly readReport: () => Promise<HostReport>;
  readonly readCores: () => Promise<MachineCores>;
  readonly startWorker?: StartWorker;
  /** The calibration program; absent: the host neither tests nor watches itself with it. */
  readonly calibrationProgram?: string;
  readonly software: string;
  /** The process around it; absent: it shares one, as in tests. */
  readonly process?: {
    readonly logSink: Pick<LogSink, 'dropped'>;
    readonly restarted: RestartNote | null;
  };
  readonly log: Log;
}
