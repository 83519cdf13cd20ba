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
  let buffer = '';
  const decoder = new TextDecoder();
  for await (const chunk of answer.body) {
    buffer += decoder.decode(chunk as Uint8Array, { stream: true });
    let end = buffer.indexOf('\n\n');
    while (end >= 0) {
      const data = dataOf(buffer.slice(0, end));
      buffer = buffer.slice(end + 2);
      if (data !== '') yield parse(JSON.parse(data));
      end = buffer.indexOf('\n\n');
    }
  }
}

function dataOf(event: string): string {
  return event
    .split('\n')
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice(5).trimStart())
    .join('\n');
}
