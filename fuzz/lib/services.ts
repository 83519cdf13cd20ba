/** An api on real servers, with a running contest, for the targets that send requests. */
import { catalogue } from '../../apps/api/src/platform/errors/catalogue.ts';
import { FakeHost } from '../../apps/api/src/testing/fake-host.ts';
import { startServices } from '../../apps/api/src/testing/services.ts';
import { adminPassword, password, TestApi } from '../../apps/api/src/testing/test-api.ts';

export interface Stack extends AsyncDisposable {
  readonly api: TestApi;
  readonly host: FakeHost;
}

export async function startStack(): Promise<Stack> {
  await using starting = new AsyncDisposableStack();
  const services = starting.use(await startServices());
  const api = await TestApi.start(services);
  starting.defer(() => api.stop());
  await api.makeContest('main');
  const host = await FakeHost.join(api, 'host1', services.redisUrl, []);
  starting.defer(() => host.leave());
  const leaving = starting.move();
  return { api, host, [Symbol.asyncDispose]: () => leaving.disposeAsync() };
}

/** The header of HTTP Basic; none for a visitor. */
export function credentials(as: string | null): Record<string, string> {
  if (as === null) return {};
  const secret = as === 'admin' ? adminPassword : password;
  return { authorization: `Basic ${Buffer.from(`${as}:${secret}`).toString('base64')}` };
}

/** The server is busy: with other tests on the machine, that is no answer to the input. */
const busy = new Set<string>(['OVERLOADED']);

/**
 * A refusal is the catalogue's, and the server never fails.
 * @throws Error otherwise
 */
export function mustBeAnswer(status: number, text: string, type: string, what: string): void {
  if (status < 400) return;
  const shown = `${what}: ${String(status)} ${text.slice(0, 600)}`;
  if (!type.startsWith('application/problem+json')) throw new Error(`no problem details: ${shown}`);
  const { code } = JSON.parse(text) as { code?: string };
  if (code === undefined || !Object.hasOwn(catalogue, code))
    throw new Error(`not of the catalogue: ${shown}`);
  if (status >= 500 && !busy.has(code)) throw new Error(`the api failed: ${shown}`);
}
