import { defaultContestRules, type ContestEvent } from '@sandglass/contracts';
import { fastify } from 'fastify';
import { describe, expect, it } from 'vitest';
import { ContestCache } from './contest-cache.ts';
import type { ContestDefinitionRow, ContestRepository } from './contest-repository.ts';

const definition: ContestDefinitionRow = {
  id: 'c',
  name: 'old',
  shortName: 'c',
  times: { startsAtMs: 0, endsAtMs: 1000, freezesAtMs: null, thawsAtMs: null },
  allowSubmit: true,
  allowJudging: true,
  lockedAt: null,
  isPublic: true,
  archivedAt: null,
  languages: [],
  intervals: [],
  penaltyMinutes: 20,
  chargeCompileErrors: false,
  image: null,
  rules: defaultContestRules,
  wallLimitRule: null,
  globalWallLimitRule: null,
  problems: [],
  teams: [],
};

describe('the contests in memory', () => {
  it('have a change that was committed while a new contest was read', async () => {
    let name = 'old';
    const events: ContestEvent[] = [];
    const change = (seq: number): ContestEvent => ({
      seq,
      at: new Date(seq).toISOString(),
      data: { type: 'contest', change: 'definition' },
    });
    events.push(change(1));
    const repository: Pick<ContestRepository, 'heads' | 'definition' | 'eventsAfter'> = {
      heads: async () => [{ id: 'c', lastSeq: events.length }],
      definition: async () => {
        const read = { ...definition, name };
        // Committed between the two reads.
        if (name === 'old') {
          name = 'new';
          events.push(change(2));
        }
        return read;
      },
      eventsAfter: async (_id, seq) => events.slice(seq),
    };
    const cache = new ContestCache(repository as ContestRepository, fastify().log);
    await cache.poll();
    expect(cache.get('c').seq).toBe(2);
    expect(cache.get('c').definition.name).toBe('new');
  });

  it('take a changed wall limit and keep the boards they have, and read nothing for a proposal of one', async () => {
    const events: ContestEvent[] = [];
    let wallLimitRule: ContestDefinitionRow['wallLimitRule'] = null;
    let reads = 0;
    const add = (change: string): void => {
      const seq = events.length + 1;
      events.push({ seq, at: new Date(seq).toISOString(), data: { type: 'contest', change } });
    };
    const repository: Pick<ContestRepository, 'heads' | 'definition' | 'eventsAfter'> = {
      heads: async () => [{ id: 'c', lastSeq: events.length }],
      definition: async () => {
        reads += 1;
        return { ...definition, wallLimitRule };
      },
      eventsAfter: async (_id, seq) => events.slice(seq),
    };
    const cache = new ContestCache(repository as ContestRepository, fastify().log);
    add('definition');
    await cache.poll();
    const board = () => cache.get('c').scoreboard({ role: 'jury', teamId: null });
    const before = board();
    wallLimitRule = { factor: 3 };
    add('wall-limit');
    await cache.poll();
    expect(cache.get('c').definition.wallLimitRule).toEqual({ factor: 3 });
    expect(board()).toBe(before);
    const known = reads;
    add('wall-limit-proposal');
    await cache.poll();
    expect(reads).toBe(known);
    // Anything else makes new ones.
    add('definition');
    await cache.poll();
    expect(board()).not.toBe(before);
  });
});
