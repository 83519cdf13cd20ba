/** Files by their hash: in the database, and cached on this machine's disk. */
import { join } from 'node:path';
import type { App } from '../platform/http/app-type.ts';
import type { Platform } from '../platform/module.ts';
import { BlobCache } from './blob-cache.ts';
import { BlobGarbageCollector } from './blob-garbage-collector.ts';
import { BlobStore } from './blob-store.ts';

export interface Files {
  readonly blobs: BlobStore;
  readonly cache: BlobCache;
}

export async function openFiles(app: App, { config, database, jobs, log }: Platform): Promise<Files> {
  const blobs = new BlobStore(database, jobs);
  const cache = new BlobCache(blobs, join(config.dataFolder, 'files'), config.fileCacheBytes, log);
  app.addHook('onClose', () => cache.close());
  await cache.open();
  const garbageCollector = new BlobGarbageCollector(jobs, log);
  app.addHook('onClose', () => garbageCollector.close());
  garbageCollector.open();
  return { blobs, cache };
}
