/** A judgehost on an api, a sandbox and a queue that a test controls. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApiClient } from '../api/api-client.ts';
import { readConfig } from '../platform/config.ts';
import type { HostParts } from '../host-parts.ts';
import { Judgehost } from '../judgehost.ts';
import { createLog } from '../platform/log.ts';
import { FakeApi } from './fake-api.ts';
import { FakeSandbox } from './fake-sandbox.ts';
import { HandQueue } from './hand-queue.ts';
import { aHostReport, twoCores } from '@sandglass/contracts/testing/host-report';

export class HostUnderTest {
  readonly folder: string;
  readonly api: FakeApi;
  readonly sandbox: FakeSandbox;
  readonly queue: HandQueue;
  readonly host: Judgehost;

  private constructor(
    folder: string,
    api: FakeApi,
    changes: Partial<HostParts>,
    environment: Readonly<Record<string, string>>,
  ) {
    this.folder = folder;
    this.api = api;
    this.sandbox = new FakeSandbox();
    this.sandbox.output = '42\n';
    this.queue = new HandQueue();
    this.queue.allReported = () => this.host.allReported();
    const config = readConfig({
      SANDGLASS_URL: api.url,
      SANDGLASS_TOKEN: api.token,
      SANDGLASS_HOST_NAME: 'judge-1',
      SANDGLASS_DATA: folder,
      ...environment,
    });
    this.host = new Judgehost(config, {
      api: createApiClient(config.url, config.token),
      createSlot: this.sandbox.createSlot,
      toolchains: [
        {
          language: 'c',
          version: 'gcc 12',
          hostPaths: [],
          programs: { compiler: '/usr/bin/gcc', runtime: null },
        },
      ],
      placements: [
        { ordinal: 0, cpus: [0] },
        { ordinal: 1, cpus: [1] },
      ],
      readReport: () => Promise.resolve(aHostReport()),
      readCores: () => Promise.resolve(twoCores),
      startWorker: this.queue.start,
      software: '0.1.0',
      log: createLog('silent', 'test'),
      ...changes,
    });
  }

  /** Not started yet. */
  static async make(
    changes: Partial<HostParts> = {},
    environment: Readonly<Record<string, string>> = {},
  ): Promise<HostUnderTest> {
    const folder = await mkdtemp(join(tmpdir(), 'sandglass-host-'));
    const api = new FakeApi();
    await api.start();
    return new HostUnderTest(folder, api, changes, environment);
  }

  static async started(
    changes: Partial<HostParts> = {},
    environment: Readonly<Record<string, string>> = {},
  ): Promise<HostUnderTest> {
    const test = await HostUnderTest.make(changes, environment);
    await test.host.start();
    return test;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.host.stop();
    await this.api.stop();
    await rm(this.folder, { recursive: true, force: true });
  }
}
