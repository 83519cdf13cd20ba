import type { PeopleChange } from '@sandglass/contracts';
import { expect, it } from 'vitest';
import { auditedChanges } from './audited-changes.ts';

const change = (index: number): PeopleChange => ({
  kind: 'persons',
  id: `p${index}`,
  name: 'Ada',
  created: true,
  fields: { name: [null, 'Ada'], email: [null, `p${index}@example.org`] },
});

it('the audit log keeps the first hundred changes of an import, without addresses', () => {
  const kept = auditedChanges(Array.from({ length: 50_000 }, (_, index) => change(index)));
  expect(kept).toHaveLength(100);
  expect(kept[99]).toEqual({
    ...change(99),
    fields: { name: [null, 'Ada'], email: [null, 'changed'] },
  });
  expect(JSON.stringify(kept)).not.toContain('example.org');
});

it('the audit log keeps other fields as they were and are', () => {
  const renamed = { ...change(1), created: false, fields: { name: ['Ada', 'Ada L.'] as [unknown, unknown] } };
  expect(auditedChanges([renamed])).toEqual([renamed]);
});
