/** Several hosts on this machine: network namespaces joined by a bridge, whose cables can be pulled. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * One bridge of ours with an address for the server, and a network namespace for every host.
 * Needs root and iproute2. Nothing of it is connected to the machine's own network, and all of it is gone after disposal.
 */
export class TestNetwork implements AsyncDisposable {
  /** Where the server listens, seen from every host. */
  readonly address: string;
  readonly #tag: string;
  readonly #hosts: readonly string[];

  private constructor(tag: string, address: string, hosts: readonly string[]) {
    this.#tag = tag;
    this.address = address;
    this.#hosts = hosts;
  }

  static async create(hosts: readonly string[]): Promise<TestNetwork> {
    // Two runs at once on one machine do not meet: the process id is in every name and in the subnet.
    const tag = `sg${process.pid}`;
    const subnet = `10.${200 + (process.pid % 50)}.${(process.pid >> 6) % 250}`;
    const network = new TestNetwork(tag, `${subnet}.1`, hosts);
    try {
      await ip('link', 'add', tag, 'type', 'bridge');
      await ip('addr', 'add', `${subnet}.1/24`, 'dev', tag);
      await ip('link', 'set', tag, 'up');
      for (const [index, host] of hosts.entries()) {
        const cable = network.#cable(host);
        await ip('netns', 'add', network.#namespace(host));
        await ip(
          'link',
          'add',
          cable,
          'type',
          'veth',
          'peer',
          'name',
          'eth0',
          'netns',
          network.#namespace(host),
        );
        await ip('link', 'set', cable, 'master', tag, 'up');
        await ip('-n', network.#namespace(host), 'addr', 'add', `${subnet}.${index + 2}/24`, 'dev', 'eth0');
        await ip('-n', network.#namespace(host), 'link', 'set', 'eth0', 'up');
        await ip('-n', network.#namespace(host), 'link', 'set', 'lo', 'up');
      }
      return network;
    } catch (error) {
      await network[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** What a command line begins with, to run on that host. */
  on(host: string): readonly string[] {
    return ['nsenter', `--net=/run/netns/${this.#namespace(host)}`, '--'];
  }

  /** Pulls the host's cable: nothing arrives any more, and neither side is notified. */
  async cut(host: string): Promise<void> {
    await ip('link', 'set', this.#cable(host), 'down');
  }

  async mend(host: string): Promise<void> {
    await ip('link', 'set', this.#cable(host), 'up');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const host of this.#hosts) await ip('netns', 'del', this.#namespace(host)).catch(() => {});
    await ip('link', 'del', this.#tag).catch(() => {});
  }

  #namespace(host: string): string {
    return `${this.#tag}-${host}`;
  }

  /** At most 15 letters. */
  #cable(host: string): string {
    return `${this.#tag}-${this.#hosts.indexOf(host)}`;
  }
}

async function ip(...args: string[]): Promise<void> {
  await run('ip', args);
}
