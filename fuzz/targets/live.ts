import { request } from 'node:http';
import * as fc from 'fast-check';
import { appendEvents } from '../../apps/api/src/events/event-log.ts';
import { uuidV7 } from '../../apps/api/src/platform/lib/uuid-v7.ts';
import { credentials, mustBeAnswer, startStack } from '../lib/services.ts';
import { propertyTarget } from '../lib/target.ts';

interface Return {
  readonly lastId: string | null;
  readonly after: string | null;
  readonly as: 'jury' | 'alpha' | null;
}

/** More than a returning reader is brought one by one. */
const events = 600;
const end = 2 ** 53;
const number = fc.oneof(
  fc.nat({ max: events + 40 }).map(String),
  fc.constantFrom(0, -1, end, end - 1, 1e15, 1e21, 2 ** 31, 2 ** 32).map(String),
  fc.constantFrom(
    '',
    ' 1',
    '1 ',
    '01',
    '1.5',
    '1e2',
    '0x10',
    'NaN',
    'null',
    '%00',
    '999999999999999',
    '9'.repeat(400),
  ),
  fc.string({ maxLength: 10 }),
);
const back: fc.Arbitrary<Return> = fc.record({
  lastId: fc.option(number),
  after: fc.option(number, { freq: 2 }),
  as: fc.constantFrom('jury', 'jury', 'alpha', null),
});

interface Answer {
  readonly status: number;
  readonly type: string;
  /** All of a refusal; of a stream what came until `enough` was content. */
  readonly text: string;
}

/** With Node's own client: fetch refuses headers that a stranger can send. */
function ask(
  url: string,
  headers: Record<string, string>,
  enough: (text: string) => boolean,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { headers }, (answer) => {
      let text = '';
      const done = (): void => {
        resolve({ status: answer.statusCode ?? 0, type: answer.headers['content-type'] ?? '', text });
        asked.destroy();
      };
      answer.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
        if (answer.statusCode === 200 && enough(text)) done();
      });
      answer.on('end', done);
    });
    asked.on('error', reject);
    asked.end();
  });
}

export const live = propertyTarget<Return>({
  name: 'live',
  summary: 'live streams that come back with any number: never a failure, and nothing is left out',
  needs: 'services',
  async open() {
    const stack = await startStack();
    const { api } = stack;
    const append = (count: number): Promise<number> =>
      appendEvents(
        { query: async (text, values = []) => (await api.sql.query(text, [...values])).rows },
        'main',
        Array.from({ length: count }, () => ({ type: 'rejudging', rejudgingId: uuidV7(), state: 'created' })),
      );
    let last = await append(events);
    return {
      inputs: back,
      async check({ lastId, after, as }) {
        const url = `${api.url}/api/contests/main/live${after === null ? '' : `?after=${encodeURIComponent(well(after))}`}`;
        const headers: Record<string, string> = credentials(as);
        // What no client can put into a header is left out.
        if (lastId !== null) headers['last-event-id'] = lastId.replaceAll(/[^\t -~\u0080-\u00ff]/g, '?');
        const barrier = last + 1;
        const appended: Promise<void>[] = [];
        const { status, type, text } = await ask(url, headers, (so) => {
          if (as !== 'jury') return so.includes('\n\n');
          if (appended.length === 0) appended.push(append(1).then((seq) => void (last = seq)));
          return so.includes(`"seq":${String(barrier)}`);
        });
        await Promise.all(appended);
        mustBeAnswer(status, text, type, url);
        if (status !== 200) return;
        const from = startOf(headers['last-event-id'], after);
        if (as !== 'jury' || from === null || text.includes('event: resync')) return;
        for (let seq = from + 1; seq <= barrier; seq += 1)
          if (seq > barrier - events && !text.includes(`"seq":${String(seq)},`))
            throw new Error(`event ${String(seq)} of ${String(barrier)} is left out after ${String(from)}`);
      },
      [Symbol.asyncDispose]: () => stack[Symbol.asyncDispose](),
    };
  },
});

/** Halves of characters have no address. */
function well(text: string): string {
  return text.toWellFormed();
}

/** Where the stream goes on, by the words of the api's manual; null: from the present position. */
function startOf(header: string | undefined, after: string | null): number | null {
  if (header !== undefined && /^\d{1,15}$/.test(header)) return Number(header);
  return after === null ? null : Number(after);
}
