/**
 * The position of a reader in a contest's events, as its browser keeps it (`id:`, `Last-Event-ID`). The number itself
 * would show how much happens, also in the freeze; so it is sealed. Each sealed text differs, for two equal ones would
 * show that nothing happened in between.
 */
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

const ivBytes = 12;
const seqBytes = 6;
const tagBytes = 16;

/** Of a place that nobody can make out: more than any contest has, so that its reader begins again. */
export const unknownPlace = Number.MAX_SAFE_INTEGER;

export class StreamPlaces {
  readonly #key: Buffer;

  /** @param secret the same in every process: a reader may come back to another one */
  constructor(secret: string) {
    this.#key = createHmac('sha256', secret).update('places in live streams').digest();
  }

  seal(contest: string, seq: number): string {
    const iv = randomBytes(ivBytes);
    const plain = Buffer.alloc(seqBytes);
    plain.writeUIntBE(seq, 0, seqBytes);
    const cipher = createCipheriv('aes-256-gcm', this.#key, iv).setAAD(Buffer.from(contest));
    const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
    return Buffer.concat([iv, sealed, cipher.getAuthTag()]).toString('base64url');
  }

  /** `unknownPlace` for every text that was not sealed here for this contest. */
  open(contest: string, place: string): number {
    const bytes = Buffer.from(place.slice(0, 100), 'base64url');
    if (bytes.length !== ivBytes + seqBytes + tagBytes) return unknownPlace;
    const decipher = createDecipheriv('aes-256-gcm', this.#key, bytes.subarray(0, ivBytes))
      .setAAD(Buffer.from(contest))
      .setAuthTag(bytes.subarray(ivBytes + seqBytes));
    try {
      return Buffer.concat([
        decipher.update(bytes.subarray(ivBytes, ivBytes + seqBytes)),
        decipher.final(),
      ]).readUIntBE(0, seqBytes);
    } catch {
      return unknownPlace;
    }
  }
}
