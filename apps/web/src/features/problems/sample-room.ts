/** How much room the samples of a problem need. */
import type { ProblemPage } from '@sandglass/contracts';

/** Letters in a line beside the text, in a window of 1400 px. */
const narrowest = 28;
/** The same from 1700 px on; two files beside each other below the text have as many each. */
const wider = 44;
/** Letters in a line of each of two files that are beside each other beside the text. */
const half = 24;

/** `short`: anywhere, input and output beside each other; `long`: below the text, one below the other. */
export type SampleRoom = 'short' | 'medium' | 'wide' | 'long';

/** By the longest line that is shown: no line of a sample is cut where there is room for it. */
export function sampleRoom(samples: ProblemPage['samples']): SampleRoom {
  // What two programs say is broken into lines.
  const texts = samples.flatMap(({ input, answer, interaction }) =>
    interaction === null ? [input, answer] : [],
  );
  const longest = Math.max(0, ...texts.map((text) => longestLine(text ?? '')));
  if (longest <= half) return 'short';
  if (longest <= narrowest) return 'medium';
  return longest <= wider ? 'wide' : 'long';
}

function longestLine(text: string): number {
  return text.split('\n').reduce((longest, line) => Math.max(longest, line.length), 0);
}
