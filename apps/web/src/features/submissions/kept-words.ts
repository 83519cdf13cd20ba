import type { TestOutput } from '@sandglass/contracts';
import { formatBytes } from '../../lib/format.ts';

type Side = TestOutput['expected'] | NonNullable<TestOutput['output']>;

/** How much there is of each side of a comparison, where it is not all; empty: both are whole. */
export function keptWords(expected: Side, printed: Side): string {
  const parts = [
    ...(printed.truncated
      ? [`The first ${sizeOf(printed)} of ${formatBytes(printed.bytes)} printed are kept.`]
      : []),
    ...(expected.truncated
      ? [`The first ${sizeOf(expected)} of ${formatBytes(expected.bytes)} expected are shown.`]
      : []),
  ];
  return parts.join(' ');
}

function sizeOf({ text }: Side): string {
  return formatBytes(new TextEncoder().encode(text).length);
}
