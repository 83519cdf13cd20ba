import { describe, expect, it } from 'vitest';
import { type StreamMessage, createStreamParser } from './sse-parser.ts';

function parse(...chunks: string[]): { messages: StreamMessage[]; heartbeats: number } {
  const messages: StreamMessage[] = [];
  let heartbeats = 0;
  const feed = createStreamParser(
    (message) => messages.push(message),
    () => {
      heartbeats += 1;
    },
  );
  for (const chunk of chunks) feed(chunk);
  return { messages, heartbeats };
}

describe('the event stream parser', () => {
  it('reads event, id and data', () => {
    expect(parse('event: submission\nid: 7\ndata: {"a":1}\n\n').messages).toEqual([
      { event: 'submission', id: '7', data: '{"a":1}' },
    ]);
  });

  it('gives the same messages however the bytes are cut', () => {
    const text = 'event: a\r\nid: 1\r\ndata: x\r\ndata: y\r\n\r\n: beat\r\n\r\ndata: z\n\n';
    const whole = parse(text);
    expect(whole.messages).toHaveLength(2);
    for (let cut = 1; cut < text.length; cut += 1) {
      expect(parse(text.slice(0, cut), text.slice(cut))).toEqual(whole);
    }
    expect(parse(...text.split(''))).toEqual(whole);
  });

  it('gives the position of the stream though nothing happened', () => {
    expect(parse('id: 23\n: start\n\n').messages).toEqual([{ event: 'message', id: '23', data: '' }]);
  });

  it('reports comments as heartbeats and never as messages', () => {
    expect(parse(': ping\n\n: ping\n\n')).toEqual({ messages: [], heartbeats: 2 });
  });

  it('keeps an unfinished message to itself', () => {
    expect(parse('data: half').messages).toEqual([]);
  });
});
