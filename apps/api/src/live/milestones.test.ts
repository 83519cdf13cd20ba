import { describe, expect, it } from 'vitest';
import { Milestones } from './milestones.ts';

const of = (state: 'queued' | 'compiling' | 'running', submissionId = 'a') => ({ submissionId, state });

describe('what a team is sent of a judging', () => {
  it('is each new state and each verdict of a sample, and nothing for a test that it may not see', () => {
    const milestones = new Milestones();
    expect(milestones.isNew(of('compiling'), [])).toBe(true);
    expect(milestones.isNew(of('running'), [])).toBe(true);
    expect(milestones.isNew(of('running'), ['AC'])).toBe(true);
    expect(milestones.isNew(of('running'), ['AC', 'AC'])).toBe(true);
    expect(milestones.isNew(of('running'), ['AC', 'AC'])).toBe(false);
    // Another slot takes the next tests.
    expect(milestones.isNew(of('compiling'), [])).toBe(false);
    expect(milestones.isNew(of('running'), ['AC', 'AC'])).toBe(false);
    expect(milestones.isNew(of('compiling', 'b'), [])).toBe(true);
  });

  it('is its place in the queue each time, and everything again for another judging', () => {
    const milestones = new Milestones();
    milestones.isNew(of('running'), ['AC']);
    expect(milestones.isNew(of('queued'), [])).toBe(true);
    milestones.forget('a');
    expect(milestones.isNew(of('compiling'), [])).toBe(true);
  });
});
