/**
 * Submissions that were sent and not yet accepted. The next press of the same content carries the same key, also after the
 * page was loaded again: should the first have arrived after all, the api answers with it, and there is one.
 */
import { z } from 'zod';
import { randomUuid } from '../../lib/random-id.ts';
import { forget, recall, remember } from '../../lib/storage.ts';
import { textHash } from '../../lib/text-hash.ts';

/** Who submits the same again after so long means another submission, ms. */
const keptMs = 10 * 60_000;

/** A private window remembers nothing else. */
const inMemory = new Map<string, string>();

const entrySchema = z.object({ hash: z.string(), key: z.uuid(), at: z.number() });

/** @param place of the panel: whose, in which contest, of which problem */
export function keyFor(place: string, content: string, now = Date.now()): string {
  const hash = textHash(content);
  const before = entryOf(place);
  const isSame = before !== null && before.hash === hash && now - before.at < keptMs;
  const key = isSame ? before.key : randomUuid();
  const entry = JSON.stringify({ hash, key, at: isSame ? before.at : now });
  inMemory.set(place, entry);
  remember(nameOf(place), entry);
  return key;
}

/** It was accepted: the next press is another submission. */
export function answered(place: string): void {
  inMemory.delete(place);
  forget(nameOf(place));
}

function entryOf(place: string): z.infer<typeof entrySchema> | null {
  try {
    return entrySchema.parse(JSON.parse(inMemory.get(place) ?? recall(nameOf(place)) ?? 'null'));
  } catch {
    return null;
  }
}

function nameOf(place: string): string {
  return `unanswered.${place}`;
}
