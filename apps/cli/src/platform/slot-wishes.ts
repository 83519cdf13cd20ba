/** The options of commands for the number of slots and their cores. */
import type { SlotWishes } from '@sandglass/host-health';
import { UsageError } from './command.ts';

/** For `parseArgs`. */
export const slotWishOptions = {
  slots: { type: 'string' },
  smt: { type: 'string' },
  reserve: { type: 'string' },
} as const;

/** For usage texts; lines begin with two blanks. */
export const slotWishUsage = `  --slots N     slots wanted (default: one per usable physical core; never more)
  --smt use     one slot per hardware thread instead: two programs on one core slow each other
  --reserve N   physical cores reserved for the system (default 0)`;

/** @throws UsageError naming the option and what would be right */
export function slotWishesOf(values: {
  readonly slots?: string | undefined;
  readonly smt?: string | undefined;
  readonly reserve?: string | undefined;
}): SlotWishes {
  const { smt = 'idle' } = values;
  if (smt !== 'idle' && smt !== 'use') throw new UsageError('--smt must be idle or use');
  return {
    slots: values.slots === undefined ? null : wholeNumber('--slots', values.slots, 1),
    smt,
    reserve: values.reserve === undefined ? 0 : wholeNumber('--reserve', values.reserve, 0),
  };
}

function wholeNumber(option: string, text: string, least: number): number {
  const number = Number(text);
  if (!/^\d{1,3}$/.test(text) || number < least || number > 256) {
    throw new UsageError(`${option} must be a whole number from ${String(least)} to 256`);
  }
  return number;
}
