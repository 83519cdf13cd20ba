/** How tests look at the judging from outside: what the jury's pages ask for and receive. */
import { monitorMessageSchema, type Alarm, type HostRow, type MonitorMessage } from '@sandglass/contracts';
import { setTimeout as pause } from 'node:timers/promises';
import { password, type TestApi } from './test-api.ts';

/** Asks until there is something: for states without an event. @throws Error when nothing comes within 40 s */
export async function found<Found>(
  get: () => Found | undefined | Promise<Found | undefined>,
  everyMs = 100,
): Promise<Found> {
  const deadline = Date.now() + 40_000;
  for (;;) {
    const result = await get();
    if (result !== undefined) return result;
    if (Date.now() > deadline) throw new Error(`waited in vain for ${get.toString()}`);
    await pause(everyMs);
  }
}

export async function hostRows(api: TestApi): Promise<HostRow[]> {
  return (await api.get<{ hosts: HostRow[] }>('/api/monitor/hosts', 'jury')).body.hosts;
}

export const alarmsOf = (message: MonitorMessage | undefined): readonly Alarm[] =>
  message?.type === 'alarms' ? message.alarms : [];

/** A live stream of the jury, until it is disposed of. */
export async function followMonitor(
  api: TestApi,
  watch: string,
): Promise<AsyncDisposable & { messages: MonitorMessage[]; comments: () => number }> {
  const end = new AbortController();
  const { body } = await fetch(`${api.url}/api/monitor/live?watch=${watch}`, {
    headers: { authorization: `Basic ${btoa(`jury:${password}`)}` },
    signal: end.signal,
  });
  if (body === null) throw new Error('no stream');
  const messages: MonitorMessage[] = [];
  let comments = 0;
  const reading = readMessages(body, messages, () => (comments += 1)).catch(() => {});
  return {
    messages,
    comments: () => comments,
    async [Symbol.asyncDispose]() {
      end.abort();
      await reading;
    },
  };
}

/** Resolves when the stream ends. */
export async function readMessages(
  body: ReadableStream<Uint8Array>,
  into: MonitorMessage[],
  onComment: () => void = () => {},
): Promise<void> {
  let text = '';
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const frames = text.split('\n\n');
    text = frames.pop() ?? '';
    for (const frame of frames) {
      if (frame.startsWith(':')) onComment();
      const data = /^data: (.*)$/m.exec(frame)?.[1];
      if (data !== undefined) into.push(monitorMessageSchema.parse(JSON.parse(data)));
    }
  }
}
