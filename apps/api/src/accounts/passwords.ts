import { hash, verify } from '@node-rs/argon2';

/** argon2id as OWASP recommends it: 19 MiB, two passes. About 20 ms of a core. */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export function hashPassword(password: string): Promise<string> {
  return hash(password, options);
}

/** For a name nobody has: checking takes as long as for a real one, so that the time reveals nothing. */
let decoy: Promise<string> | undefined;

export async function checkPassword(storedHash: string | null, password: string): Promise<boolean> {
  if (storedHash === null || storedHash === '') {
    decoy ??= hashPassword('a password that nobody has');
    await verify(await decoy, password);
    return false;
  }
  return verify(storedHash, password);
}

/** For those who set passwords of many accounts at once. */
export const passwordWork = { hash: hashPassword, verify } as const;
