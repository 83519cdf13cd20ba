/** The order in which test files begin, where several run at a time. */
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { testTimes } from './test-times.ts';

/**
 * What took longest begins first: begun last, it would run on while the other cores have nothing left to do. The runner
 * itself goes by size, which says little.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const times = testTimes();
    const seconds = ({ moduleId }: TestSpecification): number =>
      times[relative(this.ctx.config.root, moduleId)] ?? 0;
    const rest = await super.sort(files);
    return rest.toSorted((a, b) => seconds(b) - seconds(a));
  }
}
