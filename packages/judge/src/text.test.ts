import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { boundedText, readHead, shorten } from './text.ts';

describe('text of programs', () => {
  it('is kept whole up to the bound', () => {
    expect(boundedText(Buffer.from('hello'), 5)).toBe('hello');
  });

  it('says how much was left out', () => {
    expect(boundedText(Buffer.from('hello'), 2)).toBe('he\n[3 more bytes are not kept]');
    expect(boundedText(Buffer.from('hello'), 5, 1005)).toBe('hello\n[1000 more bytes are not kept]');
  });

  it('is valid text for any bytes', () => {
    expect(boundedText(Buffer.from([0x61, 0xff, 0x62]), 10)).toBe('a\uFFFDb');
  });

  it('is shortened without cutting a character in two', () => {
    expect(shorten('short', 10)).toBe('short');
    expect(shorten('0123456789', 5)).toBe('0123…');
    expect(shorten('012😀56789', 5)).toBe('012…');
  });

  it('of a file is its first bytes', () => {
    const folder = mkdtempSync(join(tmpdir(), 'sandglass-text-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'output');
    writeFileSync(file, '0123456789');
    expect(readHead(file, 4).toString()).toBe('0123');
    expect(readHead(file, 100).toString()).toBe('0123456789');
    expect(readHead(file, 0)).toHaveLength(0);
  });
});
