import { expect, it } from 'vitest';
import { runIntervalQuerySchema, intervalCellsQuerySchema, intervalQuerySchema } from './interval-answers.ts';

it.each([
  ['until', { from: '100000', until: '1' }],
  ['until', { from: '0' }],
  ['from', { until: '5' }],
])('a time that makes no sense names %s', (field, query) => {
  for (const schema of [intervalQuerySchema, intervalCellsQuerySchema, runIntervalQuerySchema]) {
    expect(schema.safeParse(query).error?.issues.map(({ path }) => path)).toEqual([[field]]);
    expect(schema.safeParse({ from: '1', until: '1' }).success).toBe(true);
  }
});
