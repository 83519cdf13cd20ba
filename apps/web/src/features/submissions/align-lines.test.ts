import { describe, expect, it } from 'vitest';
import { alignLines, foldSame } from './align-lines.ts';

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

describe('folding of equal lines', () => {
  const expected = Array.from({ length: 30 }, (_, n) => String(n)).join('\n');

  it('keeps the lines around a difference and counts the rest', () => {
    const pieces = foldSame(alignLines(expected, expected.replace('\n15\n', '\nx\n')), 2, 100);
    expect(pieces.map((piece) => (piece.kind === 'rows' ? piece.rows.length : -piece.count))).toEqual([
      -13, 5, -12,
    ]);
  });

  it('leaves nothing but a count when both are equal', () => {
    expect(foldSame(alignLines(expected, expected), 3, 100)).toEqual([{ kind: 'skipped', count: 30 }]);
  });

  it('never shows more rows than asked', () => {
    const pieces = foldSame(alignLines(expected, ''), 3, 10);
    expect(pieces.map((piece) => (piece.kind === 'rows' ? piece.rows.length : -piece.count))).toEqual([
      10, -20,
    ]);
  });
});
