import { verdictIds } from '@sandglass/contracts';
import { verdictName } from '@sandglass/domain';
import { describe, expect, it } from 'vitest';
import { verdictMeanings } from './verdict-classes.ts';

describe('the verdicts of the pages', () => {
  it('are named as in docs/verdicts.md, which is held to the domain', () => {
    expect(verdictIds.map((id) => verdictMeanings[id].name)).toEqual(verdictIds.map(verdictName));
  });
});
