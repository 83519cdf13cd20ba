import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { constants as system } from 'node:os';
import { SandboxError } from '@sandglass/sandbox';
import { describe, expect, it } from 'vitest';
import { blameOfStep, faultOfSources } from './blame.ts';

const core = join(import.meta.dirname, '../../../native/sandbox/core');
/** What is done between the request for a run and its answer. */
const partsOfARun = [
  'run/box.cc',
  'run/ending.cc',
  'run/launch.cc',
  'run/output.cc',
  'run/run.cc',
  'run/run_end.cc',
  'run/run_watch.cc',
  'broker/supervisor.cc',
];
const stepInSource =
  /\b(?:must\(|Failure\{|check\(child, |limit\(child, |give_up\(child, |check_patience\()"([^"]+)"/g;

function stepsOf(file: string): string[] {
  return [...readFileSync(join(core, file), 'utf8').matchAll(stepInSource)].map(([, step = '']) => step);
}

/** The lists of a request for a run: one that is too long is refused by its name. */
function listsOfARequest(): string[] {
  const text = readFileSync(join(core, 'wire/protocol.cc'), 'utf8');
  const decoding = text.slice(text.indexOf(' decode_run('), text.indexOf(' decode_slot('));
  return [...decoding.matchAll(/\bcount\(\d+, "([^"]+)"/g)].map(([, list = '']) => list);
}

describe('who is to blame for a step', () => {
  it('is said of every step of a run, and of no step that is none', () => {
    const steps = new Set([...listsOfARequest(), ...partsOfARun.flatMap(stepsOf)]);
    expect([...steps].toSorted()).toEqual(Object.keys(blameOfStep).toSorted());
  });

  const failed = (step: string, errno: number) => new SandboxError('SETUP', { step, errno });
  const { E2BIG, EDOM, EIO, ENOENT, ENOMEM, ENOSPC, ENOTDIR } = system.errno;

  const large = 300 * 1024 * 1024;

  it.each([
    ['files', EDOM, /too many/],
    ['mkdir in box', ENOSPC, /too many/],
    ['write in box', ENOSPC, /too large/],
    ['open folder in box', ENOTDIR, /folder of another/],
    ['execve', E2BIG, /too long together/],
  ])('is the sources for %s, errno %i', (step, errno, text) => {
    expect(faultOfSources(failed(step, errno), large)).toMatch(text);
  });

  it.each([
    ['create in box', ENOMEM],
    ['write in box', EIO],
    ['execve', ENOENT],
    ['chown in box', ENOSPC],
    ['cgroup mkdir', ENOSPC],
  ])('is the host for %s, errno %i', (step, errno) => {
    expect(faultOfSources(failed(step, errno), large)).toBeNull();
  });

  it('is the host where so little does not fit', () => {
    expect(faultOfSources(failed('write in box', ENOSPC), 1024 * 1024)).toBeNull();
  });

  it('is not the sources where the sandbox does not name a step of a set-up', () => {
    expect(
      faultOfSources(new SandboxError('OPEN', { step: 'create in box', errno: ENOSPC }), large),
    ).toBeNull();
    expect(faultOfSources(new Error('create in box'), large)).toBeNull();
  });
});
