import { describe, expect, it } from 'vitest';
import { alignLines, comparable, foldSame } from './align-lines.ts';

const short = (expected: string, actual: string) =>
  alignLines(expected, actual).map(
    (row) => `${row.left?.text ?? '·'}|${row.right?.text ?? '·'}${row.same ? '' : '!'}`,
  );

describe('the side-by-side view', () => {
  it('puts equal lines on the same height', () => {
    expect(short('a\nb\nc\n', 'a\nc\n')).toEqual(['a|a', 'b|·!', 'c|c']);
  });

  it('puts a changed line beside the one in its place', () => {
    expect(short('1\n2\n3', '1\n5\n3')).toEqual(['1|1', '2|5!', '3|3']);
  });

  it('does not call a missing last line break a difference', () => {
    expect(short('a\n', 'a')).toEqual(['a|a']);
  });

  it('numbers the lines of each side by itself', () => {
    const rows = alignLines('a\nb\nc', 'b\nc');
    expect(rows.map((row) => [row.left?.number, row.right?.number])).toEqual([
      [1, undefined],
      [2, 1],
      [3, 2],
    ]);
  });

  it('shows all of an output that has nothing in common, however long', () => {
    const left = Array.from({ length: 5000 }, (_, n) => `l${n}`).join('\n');
    const right = Array.from({ length: 5000 }, (_, n) => `r${n}`).join('\n');
    const rows = alignLines(left, right);
    expect(rows).toHaveLength(5000);
    expect(rows.every((row) => !row.same)).toBe(true);
  });
});

describe('a side of which only the beginning was kept', () => {
  const whole = Array.from({ length: 900 }, (_, n) => String(n)).join('\n');
  const kept = (length: number) => ({ text: whole.slice(0, length), truncated: length < whole.length });
  const differ = (left: { text: string; truncated: boolean }, right: typeof left) => {
    const both = comparable(left, right);
    return alignLines(both.left, both.right).filter((row) => !row.same).length;
  };

  it('makes no difference of its end', () => {
    // Cut within a line, one side, the other, both.
    expect(differ(kept(1001), kept(501))).toBe(0);
    expect(differ(kept(whole.length), kept(502))).toBe(0);
    expect(differ(kept(503), kept(whole.length))).toBe(0);
  });

  it('hides no difference before its end', () => {
    expect(differ({ text: whole.replace('\n17\n', '\n71\n'), truncated: false }, kept(501))).toBe(1);
    // It ended, whole, before the other one was cut.
    expect(differ({ text: '0\n1\n', truncated: false }, kept(501))).toBeGreaterThan(0);
  });

  it('of one long line is compared as far as it goes', () => {
    const cut = { text: '1 2 3 4', truncated: true };
    expect(comparable(cut, { text: '1 2 3 4', truncated: false }).lines).toBe(0);
    expect(differ(cut, { text: '1 2 3 4 5 6', truncated: true })).toBe(0);
    expect(differ(cut, { text: '1 2 4 3 5 6', truncated: true })).toBe(1);
  });
});

describe('folding of equal lines', () => {
  const expected = Array.from({ length: 30 }, (_, n) => String(n)).join('\n');

  it('keeps the lines around a difference and counts the rest', () => {
    const hunks = foldSame(alignLines(expected, expected.replace('\n15\n', '\nx\n')), 2, 100);
    expect(hunks.map((hunk) => (hunk.kind === 'rows' ? hunk.rows.length : -hunk.count))).toEqual([
      -13, 5, -12,
    ]);
  });

  it('leaves nothing but a count when both are equal', () => {
    expect(foldSame(alignLines(expected, expected), 3, 100)).toEqual([{ kind: 'skipped', count: 30 }]);
  });

  it('never shows more rows than asked', () => {
    const hunks = foldSame(alignLines(expected, ''), 3, 10);
    expect(hunks.map((hunk) => (hunk.kind === 'rows' ? hunk.rows.length : -hunk.count))).toEqual([10, -20]);
  });
});
