import type { ScoreboardCell } from '@sandglass/contracts';
import { describe, expect, it } from 'vitest';
import { cellFace } from './cell-face.ts';

const untried: ScoreboardCell = {
  label: 'A',
  tries: 0,
  pending: 0,
  solved: false,
  solvedMinute: null,
  firstToSolve: false,
};

function signs(cell: Partial<ScoreboardCell>): (string | null | undefined)[] {
  const face = cellFace({ ...untried, ...cell });
  return [face?.look, face?.large, face?.small];
}

describe('a cell of the scoreboard', () => {
  it('has the minute large and the tries small', () => {
    expect(signs({ solved: true, solvedMinute: 73, tries: 3 })).toEqual(['solved', '73', '3 tries']);
    expect(signs({ solved: true, solvedMinute: 0, tries: 1, firstToSolve: true })).toEqual([
      'first',
      '0',
      '1 try',
    ]);
    expect(signs({ tries: 2 })).toEqual(['rejected', null, '2 tries']);
  });

  it('shows pending tries by a question mark, which tries never have', () => {
    expect(signs({ pending: 1 })).toEqual(['pending', '1 ?', null]);
    expect(signs({ tries: 1, pending: 2 })).toEqual(['pending', '1 + 2 ?', null]);
    expect(signs({ solved: true, solvedMinute: 9, tries: 1, pending: 1 })).toEqual([
      'solved',
      '9',
      '1 + 1 ?',
    ]);
  });

  it('shows nothing where nobody has tried', () => {
    expect(cellFace(untried)).toBeNull();
  });

  it('says what the signs say, and what the public does not see', () => {
    expect(cellFace({ ...untried, tries: 1, pending: 1 })?.words).toBe('1 try pending, 1 rejected try');
    expect(cellFace({ ...untried, hidden: true })).toMatchObject({
      look: 'empty',
      words: 'No try counts; not on the public scoreboard',
    });
    expect(cellFace({ ...untried, solved: true, solvedMinute: 5, tries: 2, hidden: true })?.words).toBe(
      'Solved in minute 5 with 2 tries; not on the public scoreboard',
    );
  });
});
