/** Any bytes that come as an answer are one, or a SandboxError. A native part of another build must not crash Node. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Decoder, Encoder } from './encoder.ts';
import { SandboxError } from './errors.ts';
import { decodeTranscript } from './exchange-protocol.ts';
import { decodeFailure, decodeHead } from './protocol.ts';
import { decodeResult } from './result-protocol.ts';
import { complete } from './results.ts';
import type { RunSpec } from './types.ts';

const limits = { cpuUs: 1, wallUs: 1, memoryBytes: 65_536, processes: 1 };
const spec: RunSpec = {
  argv: ['/bin/true'],
  limits,
  stdout: { captureBytes: 100 },
  stderr: { captureBytes: 100 },
  collect: [{ path: 'out', maxBytes: 100 }],
};

interface Answer {
  readonly outcome: number;
  readonly captured: readonly [Uint8Array, Uint8Array];
  readonly files: readonly { readonly path: string; readonly data: Uint8Array; readonly tooLarge: boolean }[];
  readonly exchange: boolean;
}

const bytes = fc.uint8Array({ maxLength: 60 });
const answers: fc.Arbitrary<Answer> = fc.record({
  outcome: fc.nat(6),
  captured: fc.tuple(bytes, bytes),
  files: fc.array(fc.record({ path: fc.string(), data: bytes, tooLarge: fc.boolean() }), { maxLength: 4 }),
  exchange: fc.boolean(),
});

/** A result as Supervisor::send_result writes it. */
function written({ outcome, captured, files, exchange }: Answer): Buffer {
  const e = new Encoder();
  e.reset();
  e.byte(outcome);
  e.u32(0);
  e.u32(-1);
  for (let i = 0; i < 15; i++) e.u64(i);
  for (let i = 0; i < 4; i++) e.byte(0);
  for (let i = 0; i < 3; i++) e.u64(Infinity);
  e.byte(1);
  e.text('read');
  for (let i = 0; i < 3; i++) e.u64(i);
  for (const one of captured) e.u32(one.length);
  e.u32(files.length);
  for (const { path, data, tooLarge } of files) {
    e.text(path);
    e.u64(data.length);
    e.byte(tooLarge ? 1 : 0);
  }
  e.u32(exchange ? 1 : 0);
  if (exchange) {
    for (let i = 0; i < 2; i++) e.byte(0);
    for (let i = 0; i < 15; i++) e.u64(i);
  }
  e.u32(0);
  e.byte(0);
  const kept = files.filter(({ tooLarge }) => !tooLarge).map(({ data }) => data);
  e.block(Buffer.concat([...captured, ...kept]));
  return Buffer.from(e.bytes.subarray(0, e.size));
}

/** What is thrown beside a SandboxError goes on and fails the test. */
function readable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error;
    expect(error.code).toBe('UNREADABLE');
    return undefined;
  }
}

async function completed(message: Buffer): Promise<void> {
  const raw = readable(() => decodeResult(new Decoder(message)));
  if (raw === undefined) return;
  await complete(spec, raw, undefined).catch((error: unknown) =>
    readable(() => {
      throw error;
    }),
  );
}

describe('an answer of the native side', () => {
  it('comes out as it went in', async () => {
    const check = async (answer: Answer): Promise<void> => {
      const raw = decodeResult(new Decoder(written(answer)));
      const result = await complete(spec, raw, undefined);
      expect(Buffer.from(result.stdout ?? [])).toEqual(Buffer.from(answer.captured[0]));
      expect(Buffer.from(result.stderr ?? [])).toEqual(Buffer.from(answer.captured[1]));
      const collected = result.collected.map(({ data }) => (data === undefined ? null : Buffer.from(data)));
      expect(collected).toEqual(
        answer.files.map(({ data, tooLarge }) => (tooLarge ? null : Buffer.from(data))),
      );
    };
    await fc.assert(fc.asyncProperty(answers, check));
  });

  it('is refused as unreadable, and nothing worse, when it is random bytes', async () => {
    const check = async (message: Uint8Array): Promise<void> => {
      const buffer = Buffer.from(message);
      readable(() => decodeHead(new Decoder(buffer)));
      readable(() => decodeFailure(new Decoder(buffer)));
      readable(() => decodeTranscript(message));
      await completed(buffer);
    };
    await fc.assert(fc.asyncProperty(fc.uint8Array({ maxLength: 400, size: 'max' }), check), {
      numRuns: 1000,
    });
  });

  it('is a result or refused as unreadable when a few of its bytes are others, or it ends early', async () => {
    const changes = fc.array(fc.tuple(fc.nat(), fc.constantFrom(0, 1, 7, 0x7f, 0x80, 0xff)), {
      minLength: 1,
      maxLength: 4,
    });
    const check = async (answer: Answer, places: [number, number][], kept: number): Promise<void> => {
      const message = written(answer);
      for (const [at, value] of places) message[at % message.length] = value;
      await completed(message);
      await completed(message.subarray(0, Math.ceil(message.length * kept)));
    };
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    await fc.assert(fc.asyncProperty(answers, changes, share, check), { numRuns: 1000 });
  });

  it('is no verdict when its outcome is one nobody knows', () => {
    const message = written({ outcome: 7, captured: [bytesOf(''), bytesOf('')], files: [], exchange: false });
    expect(() => decodeResult(new Decoder(message))).toThrow('no outcome 7');
  });

  it.each(['../escaped', 'folder/../../escaped', '/etc/passwd', 'folder//file', '.', ''])(
    'writes nothing outside the folder that a tree is collected to: %j',
    async (path) => {
      const to = await mkdtemp(join(tmpdir(), 'sandglass-collected-'));
      try {
        const file = { path, data: bytesOf('x'), tooLarge: false };
        const message = written({
          outcome: 0,
          captured: [bytesOf(''), bytesOf('')],
          files: [file],
          exchange: false,
        });
        const tree: RunSpec = {
          argv: ['/bin/true'],
          limits,
          collectTree: { path: '.', to: join(to, 'tree'), maxBytes: 100, maxFiles: 1 },
        };
        await expect(complete(tree, decodeResult(new Decoder(message)), undefined)).rejects.toMatchObject({
          code: 'UNREADABLE',
        });
        expect(await readdir(to)).toEqual([]);
      } finally {
        await rm(to, { recursive: true, force: true });
      }
    },
  );

  it('is no empty output when its memory file did not come', async () => {
    const message = written({ outcome: 0, captured: [bytesOf(''), bytesOf('')], files: [], exchange: false });
    const raw = decodeResult(new Decoder(message));
    await expect(complete(spec, { ...raw, inMemoryFile: true }, undefined)).rejects.toMatchObject({
      code: 'UNREADABLE',
    });
  });
});

function bytesOf(text: string): Uint8Array {
  return Buffer.from(text);
}
