/** The words of the alarm about an unhealthy host: its reasons, and what follows from them. */
import type { HealthReason, HostCondition } from '@sandglass/contracts';

const marked = 'Verdicts given at this time are marked.';

/** @param allowed slots that the host leaves itself; null: it does not say */
export function unhealthyWords(
  reasons: readonly Pick<HealthReason, 'text' | 'state'>[],
  allowed: Pick<HostCondition['allowed'], 'slots' | 'of'> | null,
): string {
  const worst = reasons.filter(({ state }) => state === 'unhealthy').map(({ text }) => sentence(text));
  const words = worst.length > 0 ? worst.join(' ') : 'The host reports that it is unhealthy.';
  const held =
    allowed === null || allowed.slots >= allowed.of
      ? ''
      : ` It runs ${String(allowed.slots)} of ${String(allowed.of)} slots.`;
  return `${words}${held} ${marked}`;
}

/** Of those words what follows for the judging, for a place where the reasons are said by other alarms. */
export function consequenceOf(words: string): string {
  return /(It runs \d+ of \d+ slots\. )?Verdicts given at this time are marked\.$/.exec(words)?.[0] ?? words;
}

/** Reasons are clauses of a list elsewhere. */
function sentence(text: string): string {
  const ended = text.endsWith('.') ? text : `${text}.`;
  return ended.charAt(0).toUpperCase() + ended.slice(1);
}
