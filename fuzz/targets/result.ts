import * as fc from 'fast-check';
import { Decoder } from '../../native/sandbox/src/encoder.ts';
import { SandboxError } from '../../native/sandbox/src/errors.ts';
import { decodeFailure, decodeHead } from '../../native/sandbox/src/protocol.ts';
import { decodeResult } from '../../native/sandbox/src/result-protocol.ts';
import { bytesOf } from '../lib/bytes.ts';
import { plain, propertyTarget } from '../lib/target.ts';

const part = fc.oneof(
  fc.constantFrom(0, 1, 2, 6, 7, 0xff, 0x7fffffff, 0xffffffff).map((value) => word(value)),
  fc.nat({ max: 40 }).map((value) => word(value)),
  fc.uint8Array({ maxLength: 12 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
  fc.constantFrom(0, 300, 1000).map((size) => '\0'.repeat(size)),
);

function word(value: number): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes.toString('latin1');
}

export const result = propertyTarget<{ bytes: string; size: number }>({
  name: 'result',
  summary: 'any bytes as an answer of the sandbox: a value, or its own error',
  needs: 'nothing',
  open: () =>
    Promise.resolve(
      plain(
        fc.record({
          bytes: fc.array(part, { maxLength: 90 }).map((parts) => parts.join('')),
          size: fc.nat({ max: 2000 }),
        }),
        ({ bytes, size }) => {
          for (const decode of [decodeResult, decodeFailure, decodeHead]) {
            for (const decoder of [new Decoder(bytesOf(bytes)), new Decoder(bytesOf(bytes), size)]) {
              try {
                decode(decoder);
              } catch (error) {
                if (!(error instanceof SandboxError && error.code === 'UNREADABLE')) throw error;
              }
            }
          }
        },
      ),
    ),
});
