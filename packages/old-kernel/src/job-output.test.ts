import { describe, expect, it } from 'vitest';
import { JobOutput } from './job-output.ts';

describe('the output of a job', () => {
  it('is the text between the markers, in chunks of any size', () => {
    const seen: string[] = [];
    const output = new JobOutput('n1', (line) => seen.push(line));
    const all = Buffer.from('SeaBIOS\r\nsandglass-begin n1\none\nzwölf\n\nsandglass-end n1 3\nafter\n');
    for (const byte of all) output.push(Uint8Array.of(byte));
    expect(output.text).toBe('one\nzwölf\n');
    expect(output.status).toBe(3);
    expect(seen).toEqual(['one', 'zwölf']);
  });

  it('keeps a last line that the job did not end', () => {
    const output = new JobOutput('n1');
    output.push(Buffer.from('sandglass-begin n1\nhalf\nsandglass-end n1 0\n'));
    expect(output.text).toBe('half\n');
  });

  it('is not ended by a marker of another boot', () => {
    const output = new JobOutput('n1');
    output.push(Buffer.from('sandglass-begin n1\nsandglass-end n2 0\nmore\n'));
    expect(output.status).toBeUndefined();
    expect(output.text).toBe('sandglass-end n2 0\nmore\n');
  });
});
