/** A network between a service and one of its servers, which can fall silent: nothing arrives and nobody is notified. */
import { once } from 'node:events';
import { createConnection, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

interface Joint {
  readonly client: Socket;
  readonly server: Socket;
  /** The network has forgotten it, as a firewall does: it stays open, and nothing gets through any more. */
  forgotten: boolean;
}

export class SilentProxy implements AsyncDisposable {
  readonly #listener: Server;
  readonly #target: string;
  readonly #joints = new Set<Joint>();
  #silent = false;

  private constructor(listener: Server, target: string) {
    this.#listener = listener;
    this.#target = target;
    listener.on('connection', (client) => this.#join(client));
  }

  /** @param target the unix socket that it leads to, which need not be there yet */
  static async open(target: string): Promise<SilentProxy> {
    const proxy = new SilentProxy(createServer({ allowHalfOpen: true }), target);
    proxy.#listener.listen(0, '127.0.0.1');
    await once(proxy.#listener, 'listening');
    return proxy;
  }

  get port(): number {
    return (this.#listener.address() as AddressInfo).port;
  }

  /** From now on no byte and no end of a connection gets through. */
  silence(): void {
    this.#silent = true;
    for (const joint of this.#joints) part(joint);
  }

  /**
   * @param memory `kept`: what was sent in the meantime arrives now, as TCP repeats it; `lost`: connections from before
   * stay silent
   */
  mend(memory: 'kept' | 'lost'): void {
    this.#silent = false;
    for (const joint of this.#joints) {
      if (memory === 'lost') joint.forgotten = true;
      else meet(joint);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#listener.close();
    for (const { client, server } of this.#joints) {
      client.destroy();
      server.destroy();
    }
    await once(this.#listener, 'close');
  }

  #join(client: Socket): void {
    const joint: Joint = {
      client,
      server: createConnection({ path: this.#target, allowHalfOpen: true }),
      forgotten: false,
    };
    this.#joints.add(joint);
    const { server } = joint;
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      one.on('error', () => {});
      one.once('close', () => {
        if (one.destroyed && other.destroyed) this.#joints.delete(joint);
        // While the network is silent the other end does not learn of it.
        if (!this.#silent && !joint.forgotten) other.destroy();
      });
    }
    if (this.#silent) part(joint);
    else meet(joint);
  }
}

function part({ client, server }: Joint): void {
  client.unpipe(server).pause();
  server.unpipe(client).pause();
}

function meet({ client, server, forgotten }: Joint): void {
  if (forgotten) return;
  if (client.destroyed || server.destroyed) {
    client.destroy();
    server.destroy();
    return;
  }
  client.pipe(server);
  server.pipe(client);
}
