import { describe, expect, it } from 'vitest';
import { filesProblem, readSourceFile } from './source-file.ts';

const file = (name: string, bytes: number) => ({ name, bytes });

describe('the choice of files', () => {
  it('is fine within the limits', () => {
    expect(filesProblem([file('a.cpp', 10), file('b.h', 5)], 1000)).toBeNull();
  });

  it('is refused when empty, too many, too large, doubled or without content', () => {
    expect(filesProblem([], 1000)).toContain('Choose a file');
    expect(
      filesProblem(
        Array.from({ length: 300 }, (_, n) => file(`${n}.c`, 1)),
        1000,
      ),
    ).toContain('300 files');
    expect(filesProblem([file('a.c', 5_000_000)], 10_000_000)).toContain('too large');
    expect(filesProblem([file('a.c', 1), file('a.c', 2)], 1000)).toContain('“a.c”');
    expect(filesProblem([file('a.c', 0)], 1000)).toContain('empty');
  });

  it('obeys the problem’s own source limit', () => {
    expect(filesProblem([file('a.c', 2000)], 1024)).toContain('1 KiB');
  });
});

describe('reading a file', () => {
  it('takes UTF-8 as text, with its BOM', async () => {
    const read = await readSourceFile(new File(['\u{FEFF}print("ü")'], 'lösung.py'));
    expect(read).toEqual({ name: 'lösung.py', bytes: 14, content: '\u{FEFF}print("ü")', encoding: 'utf-8' });
  });

  it('takes anything else as bytes, of any size', async () => {
    const bytes = new Uint8Array(100_000).fill(0xff);
    const read = await readSourceFile(new File([bytes], 'a.out'));
    expect(read.encoding).toBe('base64');
    expect(read.bytes).toBe(100_000);
    expect(Buffer.from(read.content, 'base64')).toEqual(Buffer.from(bytes));
  });
});
