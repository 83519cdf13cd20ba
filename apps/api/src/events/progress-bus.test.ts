import { EventEmitter } from 'node:events';
import { fastify } from 'fastify';
import type { Redis } from 'ioredis';
import { describe, expect, it } from 'vitest';
import { ProgressBus } from './progress-bus.ts';

describe('progress of other processes', () => {
  it('that is no message of ours is passed over', () => {
    const subscriber = Object.assign(new EventEmitter(), { subscribe: async () => 1 });
    const heard: unknown[] = [];
    const bus = new ProgressBus(
      subscriber as unknown as Redis,
      subscriber as unknown as Redis,
      'test',
      fastify().log,
    );
    bus.listen((progress) => heard.push(progress));
    bus.open();
    for (const text of ['', 'hello', '{"origin":', '{}']) subscriber.emit('message', 'test:progress', text);
    const message = {
      type: 'progress',
      submissionId: '0198a4b0-0000-7000-8000-000000000000',
      state: 'running',
      testsDone: 1,
      testsTotal: 2,
      verdicts: ['AC'],
    };
    const wire = {
      origin: 'another',
      contestId: 'c',
      teamId: 'alpha',
      jury: false,
      testsDone: 1,
      samples: [0],
      message,
    };
    subscriber.emit('message', 'test:progress', JSON.stringify(wire));
    expect(heard).toMatchObject([{ contestId: 'c', teamId: 'alpha', testsDone: 1, samples: [0] }]);
  });
});
