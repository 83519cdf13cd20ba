/** The order in which test files begin, where several run at a time. */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * What takes longest, longest first: begun last, it would run on while the other cores have nothing left to do. The
 * runner itself goes by size, which says little; what each file took is in `.sandglass/test-results`.
 */
const longest = [
  'samples/programs.test.ts',
  'packages/problem-package/src/unzip.test.ts',
  'native/validator/src/compare.test.ts',
  'samples/build.test.ts',
  'e2e/pages.e2e.test.ts',
  'e2e/jury.e2e.test.ts',
  'e2e/submitting.e2e.test.ts',
  'e2e/outages/faults.e2e.test.ts',
  'e2e/outages/network.e2e.test.ts',
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rest = await super.sort(files);
    return rest.toSorted((a, b) => rankOf(a) - rankOf(b));
  }
}

function rankOf({ moduleId }: TestSpecification): number {
  const rank = longest.findIndex((path) => moduleId.endsWith(`/${path}`));
  return rank === -1 ? longest.length : rank;
}
