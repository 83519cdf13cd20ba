import { describe, expect, it } from 'vitest';
import { imageUses } from './image-uses.ts';

const c = (image: string | null) => ({ language: 'c', version: 'gcc 12', image });

describe('the images contests need', () => {
  const hosts = [
    { name: 'judge-1', enabled: true, compilers: [c(null), c('finals')] },
    { name: 'judge-2', enabled: true, compilers: [c(null)] },
    { name: 'spare', enabled: false, compilers: [] },
  ];

  it('are listed with the hosts that have them and the enabled ones that do not', () => {
    const contests = [
      { id: 'main', image: 'finals', phase: 'before' as const },
      { id: 'practice', image: 'finals', phase: 'running' as const },
      { id: 'open', image: null, phase: 'running' as const },
    ];
    expect(imageUses(contests, hosts, [{ image: 'finals', contestId: 'main', tasks: 3 }])).toEqual([
      {
        image: 'finals',
        contests: ['main', 'practice'],
        presentOn: ['judge-1'],
        missingOn: ['judge-2'],
        waiting: 3,
      },
    ]);
  });

  it('of a contest that is over matter only while something of it waits', () => {
    const contests = [
      { id: 'old', image: 'finals', phase: 'finalized' as const },
      { id: 'older', image: 'regional', phase: 'ended' as const },
    ];
    const waiting = [{ image: 'regional', contestId: 'older', tasks: 1 }];
    expect(imageUses(contests, hosts, waiting).map(({ image }) => image)).toEqual(['regional']);
  });
});
