import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LogSink } from './log-sink.ts';

const onRecovered = (dropped: number): string => `${String(dropped)} lines are missing\n`;
let folder = '';
let file = '';
let fd = -1;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sandglass-sink-'));
  file = join(folder, 'log');
  fd = openSync(file, 'a');
});
afterEach(() => {
  closeSync(fd);
  rmSync(folder, { recursive: true });
});

describe('where log lines go', () => {
  it('writes all of them in order', async () => {
    const sink = new LogSink({ fd, onRecovered });
    const lines = Array.from({ length: 5_000 }, (_, index) => `line ${String(index)}\n`);
    for (const line of lines) sink.write(line);
    await sink.flush(60_000);
    expect(readFileSync(file, 'utf8')).toBe(lines.join(''));
    expect(sink.dropped).toBe(0);
  });

  it('drops and counts what no longer fits into its buffer', async () => {
    const sink = new LogSink({ fd, onRecovered });
    const line = `${'x'.repeat(1023)}\n`;
    for (let count = 0; count < 5_000; count += 1) sink.write(line);
    expect(sink.dropped).toBeGreaterThan(3_000);
    await sink.flush(60_000);
    const text = readFileSync(file, 'utf8');
    expect(text).toContain(onRecovered(sink.dropped));
    expect(text.split(line).length - 1).toBe(5_000 - sink.dropped);
  });

  it('counts what cannot be written, and neither throws nor waits', async () => {
    const full = openSync('/dev/full', 'w');
    const sink = new LogSink({ fd: full, onRecovered });
    for (let count = 0; count < 10; count += 1) sink.write('a line\n');
    await sink.flush(60_000);
    expect(sink.dropped).toBeGreaterThan(0);
    sink.flushAtExit();
    closeSync(full);
  });
});
