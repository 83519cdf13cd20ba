import { describe, expect, it } from 'vitest';
import { fillTemplate } from './fill-template.ts';

describe('a message of a catalogue', () => {
  it('has its placeholders filled, each as often as it occurs', () => {
    expect(fillTemplate('{count} of {count} on {host}', { count: 2, host: 'a' })).toBe('2 of 2 on a');
  });

  it('keeps a hole for which there is no value', () => {
    expect(fillTemplate('test {test}: {cause}', { cause: '' })).toBe('test {test}: ');
  });

  it('does not look for holes in what it was given', () => {
    expect(fillTemplate('{cause}', { cause: '{test} and $&', test: 'x' })).toBe('{test} and $&');
  });
});
