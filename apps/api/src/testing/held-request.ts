/** A request that is sent by hand, byte by byte: as a script would that holds one open. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { password, type TestApi } from './test-api.ts';

export interface SubmitAnswer {
  readonly status: number;
  readonly body: { readonly code?: string; readonly id: string; readonly submittedAt: string };
}

export class HeldRequest {
  readonly #socket: Socket;
  #received = '';
  /** Resolves when the server has closed the connection. */
  readonly closed: Promise<unknown>;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setEncoding('latin1').on('data', (text) => (this.#received += String(text)));
    socket.on('error', () => {});
    this.closed = once(socket, 'close');
  }

  /** Sends the headers only. @param as null: nobody */
  static async open(
    api: TestApi,
    path: string,
    as: string | null,
    headers: Readonly<Record<string, string | number>>,
  ): Promise<HeldRequest> {
    const { hostname, port } = new URL(api.url);
    const socket = connect({ host: hostname, port: Number(port) });
    await once(socket, 'connect');
    const held = new HeldRequest(socket);
    const basic = Buffer.from(`${as ?? ''}:${password}`).toString('base64');
    const all = { ...(as === null ? {} : { Authorization: `Basic ${basic}` }), ...headers };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    await held.send(`POST ${path} HTTP/1.1\r\nHost: ${hostname}\r\n${lines.join('')}\r\n`);
    return held;
  }

  async send(text: string | Buffer): Promise<void> {
    await new Promise<void>((resolve) => this.#socket.write(text, () => resolve()));
  }

  /** Resolves when the server has seen headers with `Expect: 100-continue`. */
  async continued(): Promise<void> {
    while (!this.#received.includes(' 100 Continue')) {
      if (this.#socket.destroyed) throw new Error(`the connection was closed after: ${this.#received}`);
      await Promise.race([once(this.#socket, 'data'), this.closed]);
    }
  }

  /** The answer, when all of it is there. */
  async answer(): Promise<SubmitAnswer> {
    for (;;) {
      const end = this.#received.indexOf('\r\n\r\n');
      const length = /^content-length: (\d+)/im.exec(this.#received)?.[1];
      if (end !== -1 && length !== undefined && this.#received.length >= end + 4 + Number(length)) {
        const status = Number(this.#received.split(' ')[1]);
        return { status, body: JSON.parse(this.#received.slice(end + 4)) as SubmitAnswer['body'] };
      }
      if (this.#socket.destroyed) throw new Error(`the connection was closed after: ${this.#received}`);
      await Promise.race([once(this.#socket, 'data'), this.closed]);
    }
  }

  close(): void {
    this.#socket.destroy();
  }
}

/** A program as a body of each encoding that a submission may have, with its headers. */
export function encodedSubmission(kind: 'form' | 'JSON' | 'chunked JSON', source: string) {
  if (kind === 'form') {
    const part = (name: string, value: string): string =>
      `--cut\r\nContent-Disposition: form-data; ${name}\r\n\r\n${value}\r\n`;
    const body = `${part('name="problem"', 'A')}${part('name="language"', 'c')}${part('name="file"; filename="a.c"', source)}--cut--\r\n`;
    return {
      headers: {
        'Content-Type': 'multipart/form-data; boundary=cut',
        'Content-Length': Buffer.byteLength(body),
      },
      body,
    };
  }
  const json = JSON.stringify({ problem: 'A', language: 'c', files: [{ name: 'a.c', content: source }] });
  const type = { 'Content-Type': 'application/json' };
  return kind === 'JSON'
    ? { headers: { ...type, 'Content-Length': json.length }, body: json }
    : {
        headers: { ...type, 'Transfer-Encoding': 'chunked' },
        body: `${json.length.toString(16)}\r\n${json}\r\n0\r\n\r\n`,
      };
}
