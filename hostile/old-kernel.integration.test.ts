import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  checkoutFiles,
  guestCheckout,
  liveNamespacesSource,
  prepareMachine,
  runPartsInMachine,
  sandboxFiles,
} from '@sandglass/old-kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cases } from '../native/sandbox/test/conformance/cases.ts';
import type { HostileLine } from './guest.ts';
import { oldKernelPrograms } from './manifest.ts';
import { HostileFixture } from './fixture.ts';
import type { GuestLine as ConformanceLine } from '../native/sandbox/test/conformance/guest.ts';
import { limitCases } from '../native/sandbox/test/conformance/limit-cases.ts';
import {
  buildPrograms,
  compilerMissing,
  compileStatic,
} from '../native/sandbox/test/conformance/programs.ts';
import { setupDelayFile } from '../native/sandbox/test/conformance/setup-delay.ts';

/** That the handler of core dumps was started: by a program in a slot, or by one outside. */
interface HandlerLine {
  readonly kind: 'core-handler';
  readonly by: 'a slot' | 'the machine';
}

type GuestLine = ConformanceLine | HostileLine | HandlerLine;
type Line<Kind extends GuestLine['kind']> = Extract<GuestLine, { kind: Kind }>;

const preparation = await prepareMachine();
const missing = preparation.ready ? await compilerMissing() : preparation.reason;
const name = 'the sandbox on Linux 6.1 with nothing but cgroup v2';

const guest = `node ${guestCheckout}/native/sandbox/test/conformance/guest.ts`;
const hostile = `node ${guestCheckout}/hostile/guest.ts`;
const launch = `${guestCheckout}/native/sandbox/build/sandglass-sandbox launch --user 1000 --group 1000 --`;

// What a host may have that makes two of the programs dangerous: a handler of core dumps, and huge pages.
const handled = '/core-handler-ran';
const dangers = `echo 64 >/proc/sys/vm/nr_overcommit_hugepages
echo "|/bin/busybox touch ${handled}" >/proc/sys/kernel/core_pattern`;
const say = (by: HandlerLine['by']) =>
  `if [ -e ${handled} ]; then echo '${JSON.stringify({ kind: 'core-handler', by })}'; fi`;
const crash = `sh -c 'kill -SEGV $$'
for i in 1 2 3 4 5 6 7 8 9 10; do if [ -e ${handled} ]; then break; fi; sleep 1; done`;

// One boot serves all tests below. The deployed part is how a container runs a judgehost: in a control group that is
// not the root and holds other processes too, the caller an ordinary user, only the broker root.
const jobs = [
  { name: 'conformance', command: `${guest} conformance /programs` },
  { name: 'quota', command: `${guest} quota /programs /usr/bin/live-namespaces` },
  {
    name: 'hostile',
    command: `${dangers}\n${hostile} /hostile\nstatus=$?\n${say('a slot')}\nrm -f ${handled}\n${crash}\n${say('the machine')}\nexit $status`,
  },
  {
    name: 'deployed',
    command: `mkdir /sys/fs/cgroup/container
sh -c 'echo $$ >/sys/fs/cgroup/container/cgroup.procs; sleep 1000 &
${launch} ${guest} limits /programs; status=$?; kill $!; exit $status'`,
  },
];

describe.skipIf(missing !== undefined)(missing === undefined ? name : `${name} (skipped: ${missing})`, () => {
  let folder: string;
  let fixture: HostileFixture;
  let parts: ReadonlyMap<string, readonly GuestLine[]>;

  beforeAll(async () => {
    folder = await buildPrograms();
    fixture = await HostileFixture.open();
    await fixture.build(oldKernelPrograms);
    await compileStatic([liveNamespacesSource], join(folder, 'live-namespaces'));
    const ended = await runPartsInMachine({
      files: {
        ...sandboxFiles(),
        ...checkoutFiles('native/sandbox/test/conformance', 'hostile'),
        '/hostile/programs': { source: join(fixture.folder, 'programs') },
        '/hostile/witness': { source: fixture.witness },
        '/programs/actor': { source: join(folder, 'programs/actor') },
        '/programs/worst': { source: join(folder, 'programs/worst') },
        '/usr/bin/live-namespaces': { source: join(folder, 'live-namespaces') },
      },
      // The broker that `launch` starts reads it as root, the guest writes it as another user.
      before: `echo 0 >/tmp/setup-delay; chmod 666 /tmp/setup-delay; export ${setupDelayFile}=/tmp/setup-delay`,
      parts: jobs,
      timeoutMs: 400_000,
      onRepeat: (reason) => console.warn(`${reason}\nIt begins again in a fresh machine.`),
    });
    for (const { name } of jobs) {
      expect(ended.get(name)?.exitCode, `${name}: ${ended.get(name)?.output ?? 'it had no turn'}`).toBe(0);
    }
    parts = new Map([...ended].map(([name, { output }]) => [name, linesOf(output)]));
  }, 900_000);

  afterAll(async () => {
    await fixture?.close();
    await rm(folder, { recursive: true, force: true });
  });

  function lineOf<Kind extends GuestLine['kind']>(part: string, kind: Kind): Line<Kind> | undefined {
    return parts.get(part)?.find((line): line is Line<Kind> => line.kind === kind);
  }

  function caseLine(part: string, name: string): Line<'case'> | undefined {
    return parts
      .get(part)
      ?.filter((line) => line.kind === 'case')
      .find((line) => line.name === name);
  }

  it('is really there', () => {
    const { kernel, cgroup } = lineOf('conformance', 'probe')?.probe ?? {};
    expect(kernel).toMatch(/^6\.1\./);
    expect(cgroup).toMatchObject({ mode: 'v2', memoryPeakReset: false });
  });

  it.each(cases)('$name', ({ name }) => {
    expect(caseLine('conformance', name)).toBeDefined();
    expect(caseLine('conformance', name)?.failure).toBeUndefined();
  });

  it('frees what a run has left in the turns that what is left has', () => {
    const group = expect.stringMatching(/\/sandglass-\d[^/]*\/end$/) as string;
    expect(lineOf('conformance', 'burial')).toMatchObject({ supervisor: group, caretaker: group });
  });

  it('makes 300 quick runs while the kernel allows 64 IPC namespaces, and none is refused', () => {
    expect(lineOf('quota', 'quota')).toMatchObject({ runs: 300, noSpace: 0, failed: [] });
  });

  it('has no more namespaces alive after them than slots', () => {
    const { live, slots = 0 } = lineOf('quota', 'quota') ?? {};
    expect(live?.ipc).toBeLessThanOrEqual(slots);
    expect(live?.net).toBeLessThanOrEqual(slots);
  });

  it('has a handful of memory groups waiting to be freed after them, not hundreds', () => {
    const [before = 0, after = Infinity] = lineOf('quota', 'quota')?.memoryGroups ?? [];
    expect(after - before).toBeLessThanOrEqual(40);
  });

  describe('with hostile programs', () => {
    it.each(oldKernelPrograms)('$file is held', ({ file, expect: endings }) => {
      const lines = parts.get('hostile')?.filter((line) => line.kind === 'hostile') ?? [];
      const line = lines.find((one) => one.file === file);
      expect(line?.breaches, line?.detail).toEqual([]);
      expect(endings, line?.detail).toContain(line?.ending);
    });
  });

  it('never starts the handler of core dumps for a program in a slot, as it does for one outside', () => {
    const lines = parts.get('hostile')?.filter((line) => line.kind === 'core-handler');
    expect(lines).toEqual([{ kind: 'core-handler', by: 'the machine' }]);
  });

  describe('called by an ordinary user from a control group like a container’s', () => {
    it('is really called so', () => {
      expect(lineOf('deployed', 'probe')).toMatchObject({
        uid: 1000,
        group: expect.stringContaining('/container') as string,
      });
    });

    it.each(limitCases)('$name', ({ name }) => {
      expect(caseLine('deployed', name)).toBeDefined();
      expect(caseLine('deployed', name)?.failure).toBeUndefined();
    });
  });
});

function linesOf(output: string): GuestLine[] {
  return output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as GuestLine);
}
