import { liveMessageSchema, type LiveMessage } from '@sandglass/contracts';
import type { Http } from './http.ts';

/** The live messages of a contest as they arrive; see {@link eventStream}. */
export function liveStream(http: Http, contest: string, signal: AbortSignal): AsyncGenerator<LiveMessage> {
  return eventStream(
    http,
    `/api/contests/${contest}/live`,
    (value) => liveMessageSchema.parse(value),
    signal,
  );
}

/**
 * Server-sent events, each through `parse`, until `signal` aborts or the server ends the stream. Reconnecting is
 * the caller's affair.
 */
export async function* eventStream<Message>(
  http: Http,
  path: string,
  parse: (value: unknown) => Message,
  signal: AbortSignal,
): AsyncGenerator<Message> {
  const answer = await fetch(`${http.url}${path}`, {
    headers: { ...http.headers, accept: 'text/event-stream' },
    signal,
  });
  if (!answer.ok || answer.body === null) throw new Error(`the live stream answered ${answer.status}`);
  const read = eventReader();
  const decoder = new TextDecoder();
  for await (const chunk of answer.body) {
    for (const data of read(decoder.decode(chunk as Uint8Array, { stream: true })))
      yield parse(JSON.parse(data));
  }
}

/**
 * From chunks of a stream to the data of each event that has ended, however small the chunks are: no chunk is read
 * twice.
 */
export function eventReader(): (chunk: string) => string[] {
  /** Of an event whose end has not come. */
  let chunks: string[] = [];
  /** The last chunk ended a line: the end of the event may be the first letter of the next. */
  let lineEnded = false;
  return (chunk) => {
    if (chunk === '') return [];
    if (lineEnded && chunk.startsWith('\n')) {
      const event = chunks.join('');
      chunks = [];
      lineEnded = false;
      return [dataOf(event), ...events(chunk.slice(1))].filter((data) => data !== '');
    }
    return events(chunk).filter((data) => data !== '');
  };

  function events(text: string): string[] {
    const parts = text.split('\n\n');
    const last = parts.pop() ?? '';
    const data = parts.map((part) => {
      const event = [...chunks, part].join('');
      chunks = [];
      return dataOf(event);
    });
    if (last !== '') chunks.push(last);
    lineEnded = last === '' ? false : last.endsWith('\n');
    return data;
  }
}

function dataOf(event: string): string {
  return event
    .split('\n')
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice(5).trimStart())
    .join('\n');
}
