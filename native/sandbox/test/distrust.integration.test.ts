import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { broker } from '../src/broker.ts';
import { addon } from '../src/native.ts';
import { protocolVersion } from '../src/protocol.ts';
import { NativeSlot } from '../src/slot.ts';
import { limits, obstacle } from './harness.ts';

const folder = mkdtempSync(join(tmpdir(), 'sandglass-distrust-'));
const ready = `u32(1) + u32(0) + u32(${String(protocolVersion)})`;
const run = { argv: ['/bin/true'], limits };
let files = 0;

/** The socket of a process that says `first` at once and `answer` (with `id` bound to its number) to every request. */
function speaker(first: string, answer = "b''"): number {
  const file = join(folder, `speaker-${String(files++)}.py`);
  writeFileSync(
    file,
    `#!/usr/bin/python3
import socket, struct
def u32(n): return struct.pack('<I', n)
def u64(n): return struct.pack('<Q', n)
def text(t): return u32(len(t)) + t.encode()
s = socket.socket(fileno=3)
s.send(${first})
while True:
    request = s.recv(1 << 20)
    if not request: break
    id, = struct.unpack_from('<I', request, 4)
    reply = ${answer}
    if reply: s.send(reply)
`,
  );
  chmodSync(file, 0o755);
  return addon().startBroker(file);
}

/** A slot whose supervisors are these, one after the other. */
async function slotOf(...speakers: (() => number)[]): Promise<NativeSlot> {
  const made = vi.spyOn(broker(), 'makeSlot');
  for (const one of speakers) made.mockImplementationOnce(() => Promise.resolve(one()));
  const slot = new NativeSlot({ ordinal: 12, uidBase: 62000 });
  await slot.build();
  return slot;
}

describe.skipIf(obstacle !== undefined)('a supervisor that cannot be understood', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it.each([
    ['ends in the middle', 'u32(2) + u32(id) + bytes(9)'],
    ['is longer than a result', 'u32(2) + u32(id) + bytes(1000)'],
    ['has an outcome that nobody knows', "u32(2) + u32(id) + b'\\xff' * 400"],
    ['is of an unknown kind', 'u32(77) + u32(id)'],
    ['answers another run', 'u32(3) + u32(id + 1) + text("step") + u32(1)'],
    ['has no head', "b'x'"],
    ['says of a failure less than it should', 'u32(3) + u32(id) + u32(5000)'],
  ])('costs its run an error and is replaced when its answer %s', async (_, answer) => {
    const slot = await slotOf(() => speaker(ready, answer));
    try {
      await expect(slot.run(run)).rejects.toMatchObject({ code: 'UNREADABLE' });
      // The next one is real.
      expect(await slot.run(run)).toMatchObject({ outcome: 'exited', exitCode: 0 });
      expect(slot.rebuilds).toBe(1);
    } finally {
      await slot.close();
    }
  });

  it('is refused when it speaks an older version, and both are named', async () => {
    await expect(slotOf(() => speaker('u32(1) + u32(0)'))).rejects.toThrow(
      /version 1 or older.*build\.sh|build\.sh.*version 1 or older/,
    );
    await expect(
      slotOf(() => speaker(`u32(1) + u32(0) + u32(${String(protocolVersion + 1)})`)),
    ).rejects.toMatchObject({
      code: 'VERSION',
      message: expect.stringContaining(
        `version ${String((protocolVersion + 1) & 0xffff)} of the protocol`,
      ) as string,
    });
  });

  it('is refused when what it says first cannot be read', async () => {
    await expect(slotOf(() => speaker('u32(3) + u32(0) + u32(99)'))).rejects.toMatchObject({
      code: 'UNREADABLE',
    });
  });

  it('leaves those who wait for the slot an error when its successor is no better', async () => {
    const slot = await slotOf(
      () => speaker(ready, "b'x'"),
      () => speaker('u32(1) + u32(0)'),
    );
    try {
      const [first, second] = await Promise.allSettled([slot.run(run), slot.run(run)]);
      expect(first).toMatchObject({ status: 'rejected', reason: { code: 'UNREADABLE' } });
      expect(second).toMatchObject({ status: 'rejected', reason: { code: 'VERSION' } });
      // Tried again, it gets a real one.
      expect((await slot.run(run)).outcome).toBe('exited');
    } finally {
      await slot.close();
    }
  });

  it('does not keep a probe waiting for ever', async () => {
    vi.spyOn(addon().Channel.prototype, 'send').mockReturnValueOnce(0);
    await expect(broker().probe(50)).rejects.toMatchObject({ code: 'BROKER_SILENT' });
    expect((await broker().probe()).usable).toBe(true);
  });
});
