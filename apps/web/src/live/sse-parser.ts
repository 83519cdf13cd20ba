/** One message of a `text/event-stream`; without data it gives only the position of the stream (`id`). */
export interface StreamMessage {
  event: string;
  id: string | null;
  data: string;
}

/**
 * Reads server-sent events from chunks of text, as the HTML standard describes the format.
 * We read the stream ourselves instead of with `EventSource`, because that gives no say in
 * the waiting time, no `Last-Event-ID` on a fresh connection, and no sight of heartbeats.
 */
export function createStreamParser(
  onMessage: (message: StreamMessage) => void,
  onHeartbeat: () => void = () => {},
): (chunk: string) => void {
  let held = '';
  /** Of a line whose end has not come: looked at once, however small the chunks are. */
  let chunks: string[] = [];
  let event = '';
  let data: string[] = [];
  let id: string | null = null;

  function dispatch(): void {
    if (data.length > 0 || id !== null)
      onMessage({ event: event === '' ? 'message' : event, id, data: data.join('\n') });
    event = '';
    data = [];
    id = null;
  }

  function line(text: string): void {
    if (text === '') return dispatch();
    if (text.startsWith(':')) return onHeartbeat();
    const colon = text.indexOf(':');
    const field = colon < 0 ? text : text.slice(0, colon);
    const value = colon < 0 ? '' : text.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') event = value;
    else if (field === 'data') data.push(value);
    else if (field === 'id' && !value.includes('\0')) id = value;
  }

  return (chunk) => {
    const text = held + chunk;
    // A lone CR at the end may be the first half of CRLF: it waits for the next chunk.
    held = text.endsWith('\r') ? '\r' : '';
    const lines = text.slice(0, text.length - held.length).split(/\r\n|\n|\r/);
    const last = lines.pop() ?? '';
    for (const end of lines) {
      line([...chunks, end].join(''));
      chunks = [];
    }
    if (last !== '') chunks.push(last);
  };
}
