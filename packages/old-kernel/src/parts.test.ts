import { describe, expect, it } from 'vitest';
import { brokenByEmulator, partsOf } from './parts.ts';

const fault = '[   83.7] node[351]: segfault at 6229f05eea5 ip 00006229f05eecf sp 00007ffd error 14';
const ours = '[   83.7] node[351]: segfault at 0 ip 00007f sp 00007f error 4 in sandbox.node[7f14a000+9000]';
const slot =
  '[   83.7] sandglass-slot[99]: segfault at 0 ip 00007f sp 00007f error 4 in sandglass-sandbox[40000+9000]';

describe('a job in parts', () => {
  it('has the output and the status of every part that ended', () => {
    const output = 'early\nm begin one\na\n\nb\n\nm end 0\nm begin two\n\nm end 3\nm begin three\nhalf\n';
    expect([...partsOf(output, 'm')]).toEqual([
      ['one', { exitCode: 0, output: 'a\n\nb' }],
      ['two', { exitCode: 3, output: '' }],
    ]);
  });

  it('is broken by the emulator where a part dies of a fault, and says what the kernel said', () => {
    expect(brokenByEmulator('one', { exitCode: 139, output: `a\n${fault}\n` })).toContain(fault);
    expect(brokenByEmulator('one', { exitCode: 133, output: '' })).toContain('SIGTRAP');
  });

  it('is not broken by the emulator where a part ends by itself, is killed, or our own code is at fault', () => {
    for (const exitCode of [0, 1, 127, 128 + 6, 128 + 9, 128 + 15])
      expect(brokenByEmulator('one', { exitCode, output: fault })).toBeUndefined();
    for (const line of [ours, slot])
      expect(brokenByEmulator('one', { exitCode: 139, output: line })).toBeUndefined();
  });
});
