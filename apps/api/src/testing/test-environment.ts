import { afterAll, beforeAll } from 'vitest';
import type { AppOptions } from '../app.ts';
import { FakeHost } from './fake-host.ts';
import { startServices, type Services } from './services.ts';
import { TestApi, type TestApiOptions } from './test-api.ts';

/** The environment of a file of the api's tests: servers of its own, an api on them, and hosts that join. */
export class TestEnvironment implements AsyncDisposable {
  readonly services: Services;
  readonly api: TestApi;
  readonly #leaving: AsyncDisposableStack;

  private constructor(services: Services, api: TestApi, leaving: AsyncDisposableStack) {
    this.services = services;
    this.api = api;
    this.#leaving = leaving;
  }

  static async start(options: AppOptions): Promise<TestEnvironment> {
    await using starting = new AsyncDisposableStack();
    const services = starting.use(await startServices());
    const api = await TestApi.start(services, 'api', options);
    starting.defer(() => api.stop());
    return new TestEnvironment(services, api, starting.move());
  }

  /** Another process of the api, on the same servers. */
  async anotherApi(name: string, options: TestApiOptions = {}): Promise<TestApi> {
    const api = await TestApi.start(this.services, name, options);
    this.#leaving.defer(() => api.stop());
    return api;
  }

  /** A judgehost whose verdicts the test gives. */
  async host(name = 'host1', images: readonly string[] = []): Promise<FakeHost> {
    const host = await FakeHost.join(this.api, name, this.services.redisUrl, images);
    this.#leaving.defer(() => host.leave());
    return host;
  }

  /** Done before everything that came earlier ends. */
  atEnd(what: () => void | Promise<void>): void {
    this.#leaving.defer(what);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#leaving.disposeAsync();
  }
}

/**
 * Gives this file a test environment, from before its first test to after its last. What came last ends first.
 * @param prepare what the file's tests find there
 */
export function withTestEnvironment(
  prepare: (environment: TestEnvironment) => Promise<void>,
  options: AppOptions = {},
): void {
  let environment: TestEnvironment | undefined;
  beforeAll(async () => {
    environment = await TestEnvironment.start(options);
    await prepare(environment);
  });
  afterAll(() => environment?.[Symbol.asyncDispose]());
}
