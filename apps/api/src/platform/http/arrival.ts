/**
 * When a request's last byte came. A contest counts that instant and no other: not the headers', which a script may send
 * minutes ahead, and not the handler's, which comes later while the database is slow. It is taken as Node's parser hands
 * the end of the body over, before anybody was identified or any transaction waited for.
 *
 * A body that dawdles is refused, so that a request held open is worth nothing.
 */
import type { IncomingMessage } from 'node:http';
import { PassThrough, pipeline, type Readable } from 'node:stream';
import { ApiError } from '../errors/api-error.ts';
import type { App } from './app-type.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The instant of the last byte of its requests matters: `request.arrival` has it. */
    dated?: boolean;
  }
  interface FastifyRequest {
    arrival: Arrival | null;
  }
}

export interface UploadRules {
  /** From the headers to the last byte, ms. */
  readonly wholeMs: number;
  /** Each of these spans … ms */
  readonly spanMs: number;
  /** … must bring this many bytes. A modem of 1994 brings ten times as many. */
  readonly spanBytes: number;
}

export const uploadRules: UploadRules = { wholeMs: 30_000, spanMs: 10_000, spanBytes: 4096 };

/** How long the answer to a request that was cut may take to leave before its connection is destroyed, ms. */
const farewellMs = 2_000;

export class Arrival {
  /** The instant of the last byte, ms since 1970 with a fraction. Rejects with UPLOAD_TOO_SLOW, or when the clock cannot be read; never settles when the client leaves. */
  readonly complete: Promise<number>;
  readonly #raw: IncomingMessage;

  /** @param raw of which no byte of the body was handed over yet */
  constructor(raw: IncomingMessage, now: () => number | Promise<number>, rules: UploadRules = uploadRules) {
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    this.complete = promise;
    this.#raw = raw;
    // A handler that refuses the request for another reason never asks.
    promise.catch(() => {});
    const { socket } = raw;
    let bytes = 0;
    let seen = 0;
    const tooSlow = (): void => {
      stop();
      const seconds = Math.round(rules.wholeMs / 1000);
      reject(new ApiError('UPLOAD_TOO_SLOW', { seconds, bytes }, { headers: { connection: 'close' } }));
      setTimeout(() => socket.destroy(), farewellMs).unref();
    };
    const whole = setTimeout(tooSlow, rules.wholeMs);
    const span = setInterval(() => {
      // As long as nobody reads what came, it is not the client who waits.
      if (bytes - seen < rules.spanBytes && !isFull(raw)) tooSlow();
      seen = bytes;
    }, rules.spanMs);
    const stop = (): void => {
      clearTimeout(whole);
      clearInterval(span);
    };
    // The parser pushes each part of the body as it comes, and null after the last: `end` is emitted only once all was read.
    const push = raw.push.bind(raw);
    raw.push = (chunk: Buffer | null, encoding?: BufferEncoding): boolean => {
      if (chunk === null) {
        stop();
        if (raw.complete) resolve(now());
      } else bytes += chunk.length;
      return push(chunk, encoding);
    };
    raw.once('close', stop);
  }

  /** The rest of the body is read and thrown away: what follows a form's closing boundary belongs to the request too. */
  async drained(): Promise<number> {
    this.#raw.resume();
    return this.complete;
  }

  /** `body`, which fails when it dawdles. */
  guard(body: Readable): Readable {
    const guarded = new PassThrough();
    pipeline(body, guarded, () => {});
    this.complete.catch((error: Error) => {
      body.unpipe(guarded);
      guarded.destroy(error);
    });
    return guarded;
  }
}

function isFull(raw: IncomingMessage): boolean {
  return raw.readableLength >= raw.readableHighWaterMark;
}

/** To be installed before everything else that has a hook. @param now the contests' clock */
export function installArrivals(app: App, now: () => number | Promise<number>, rules?: UploadRules): void {
  app.decorateRequest('arrival', null);
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.routeOptions.config?.dated === true) request.arrival = new Arrival(request.raw, now, rules);
    done();
  });
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const { arrival } = request;
    // A form is read from the request itself.
    const isForm = /^multipart\//i.test(request.headers['content-type'] ?? '');
    done(null, arrival === null || isForm ? payload : (arrival.guard(payload as Readable) as typeof payload));
  });
}
