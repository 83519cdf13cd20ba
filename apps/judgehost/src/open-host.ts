/** What a host has from its start to its end: files, slots, and the watch over itself. */
import { join } from 'node:path';
import { slotOptionsOf } from '@sandglass/judge';
import { FileCache } from './cache/file-cache.ts';
import { WarmUps } from './cache/warm-up.ts';
import type { HostState } from './health/host-state.ts';
import { selfTest } from './health/self-watch/self-test.ts';
import type { SelfWatch } from './health/self-watch/self-watch.ts';
import { startSelfWatch } from './health/self-watch/start-self-watch.ts';
import type { HostParts } from './host-parts.ts';
import { workFolderOf, type Config } from './platform/config.ts';
import { SlotPool } from './slots/slot-pool.ts';

/** How long a stop waits for a host that is being opened, ms. */
export const openingMs = 10_000;

export interface OpenHost {
  readonly cache: FileCache;
  readonly warmUps: WarmUps;
  readonly pool: SlotPool;
  readonly watch: SelfWatch;
}

/** @throws JudgehostError when a slot or the cache cannot be made */
export async function openHost(config: Config, parts: HostParts, state: HostState): Promise<OpenHost> {
  const { api, createSlot, log, placements, readReport, calibrationProgram, toolchains } = parts;
  const { cacheBytes, dataFolder } = config;
  const cache = await FileCache.open(join(dataFolder, 'files'), cacheBytes, (sha256, signal, fresh) =>
    api.file(sha256, signal, fresh),
  );
  const warmUps = new WarmUps({ api, cache, cacheBytes, log });
  let watch: SelfWatch | undefined;
  let pool: SlotPool | undefined;
  try {
    pool = await SlotPool.create({
      slots: slotOptionsOf(placements, toolchains, config),
      workFolder: workFolderOf(config),
      createSlot,
      log,
      onHealthy: () => state.changed(),
      onWanted: () => watch?.giveWay(),
      ...(calibrationProgram === undefined
        ? {}
        : { test: (slot) => selfTest(slot.sandbox, calibrationProgram) }),
      onUntrusted: (why) => state.quarantine(why),
    });
    const onAllowed = (): void => state.changed();
    watch = await startSelfWatch({
      pool,
      program: calibrationProgram,
      dataFolder,
      readReport,
      onAllowed,
      log,
    });
    state.begin(pool, watch);
    return { cache, warmUps, pool, watch };
  } catch (error) {
    await pool?.close();
    await warmUps.close();
    await cache.close();
    throw error;
  }
}
