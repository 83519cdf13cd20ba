import { afterAll, beforeAll } from 'vitest';
import type { AppOptions } from '../app.ts';
import { FakeHost } from './fake-host.ts';
import { startServices, type Services } from './services.ts';
import { TestApi } from './test-api.ts';

/** What a file of the api's tests stands on: servers of its own, an api on them, and whoever joins. */
export class Stand implements AsyncDisposable {
  readonly services: Services;
  readonly api: TestApi;
  readonly #leaving: AsyncDisposableStack;

  private constructor(services: Services, api: TestApi, leaving: AsyncDisposableStack) {
    this.services = services;
    this.api = api;
    this.#leaving = leaving;
  }

  static async start(options: AppOptions): Promise<Stand> {
    await using starting = new AsyncDisposableStack();
    const services = starting.use(await startServices());
    const api = await TestApi.start(services, 'api', options);
    starting.defer(() => api.stop());
    return new Stand(services, api, starting.move());
  }

  /** Another process of the api, on the same servers. */
  async anotherApi(name: string, options: AppOptions = {}): Promise<TestApi> {
    const api = await TestApi.start(this.services, name, options);
    this.#leaving.defer(() => api.stop());
    return api;
  }

  /** A judgehost that judges as it is told. */
  async host(name = 'host1', images: readonly string[] = []): Promise<FakeHost> {
    const host = await FakeHost.join(this.api, name, this.services.redisUrl, images);
    this.#leaving.defer(() => host.leave());
    return host;
  }

  /** Done before whatever came earlier ends. */
  atEnd(what: () => void | Promise<void>): void {
    this.#leaving.defer(what);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#leaving.disposeAsync();
  }
}

/**
 * Gives this file a stand, from before its first test to after its last. Whoever came last leaves first.
 * @param prepare what the file's tests find there
 */
export function withStand(prepare: (stand: Stand) => Promise<void>, options: AppOptions = {}): void {
  let stand: Stand | undefined;
  beforeAll(async () => {
    stand = await Stand.start(options);
    await prepare(stand);
  });
  afterAll(() => stand?.[Symbol.asyncDispose]());
}
