/** For `node --import`: the process's clock is off by what the file SANDGLASS_TEST_CLOCK says, ms, looked at ten times a second. */
import { readFileSync } from 'node:fs';

const file = process.env['SANDGLASS_TEST_CLOCK'] ?? '';
const RealDate = Date;
let offMs = 0;

class ShiftedDate extends RealDate {
  constructor(...words: [] | ConstructorParameters<typeof RealDate>) {
    if (words.length === 0) super(RealDate.now() + offMs);
    else super(...words);
  }

  static override now(): number {
    return RealDate.now() + offMs;
  }
}

setInterval(() => {
  try {
    offMs = Number(readFileSync(file, 'utf8')) || 0;
  } catch {
    offMs = 0;
  }
}, 100).unref();
globalThis.Date = ShiftedDate as DateConstructor;
