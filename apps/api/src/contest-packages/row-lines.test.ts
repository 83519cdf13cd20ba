import { array, assert, asyncProperty, nat, string } from 'fast-check';
import { expect, it } from 'vitest';
import { rowLines } from './row-lines.ts';

async function linesOf(...chunks: Buffer[]): Promise<string[]> {
  async function* stream(): AsyncGenerator<Buffer> {
    for (const chunk of chunks) yield chunk;
  }
  const lines: string[] = [];
  for await (const line of rowLines(stream(), 'rows')) lines.push(line);
  return lines;
}

it('lines are the same, wherever a file is cut into chunks', async () => {
  await assert(
    asyncProperty(
      array(string({ minLength: 1, unit: 'grapheme' }).filter((text) => !text.includes('\n'))),
      array(nat(200)),
      async (lines, cuts) => {
        const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
        const places = [
          0,
          ...cuts.map((cut) => Math.min(cut, bytes.length)).toSorted((a, b) => a - b),
          bytes.length,
        ];
        const chunks = places.slice(1).map((end, at) => bytes.subarray(places[at], end));
        expect(await linesOf(...chunks)).toEqual(lines);
      },
    ),
  );
});

it('a file whose last line has no end is cut off', async () => {
  await expect(linesOf(Buffer.from('{"a":1}\n{"b"'))).rejects.toThrow('rows is cut off');
});
