/** The lines of a file of rows, as long as a row may be: one that never ends is refused before it is in memory. */
import { StringDecoder } from 'node:string_decoder';
import { PackageFault } from './package-fault.ts';

/** The sources of one submission, as hexadecimal digits, and room. */
const maxLineLength = 64 * 1024 * 1024;

export async function* rowLines(
  chunks: AsyncIterable<Buffer | string>,
  place: string,
): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  let parts: string[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    const lines = (typeof chunk === 'string' ? chunk : decoder.write(chunk)).split('\n');
    const last = lines.pop() ?? '';
    for (const line of lines) {
      const whole = parts.length === 0 ? line : [...parts, line].join('');
      parts = [];
      length = 0;
      if (whole !== '') yield whole;
    }
    parts.push(last);
    length += last.length;
    if (length > maxLineLength)
      throw new PackageFault(`${place} has a line of more than ${String(maxLineLength)} characters`);
  }
  const rest = [...parts, decoder.end()].join('');
  if (rest !== '') throw new PackageFault(`${place} is cut off`);
}
