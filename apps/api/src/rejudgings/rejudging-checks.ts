import type { RejudgingSelection } from '@sandglass/contracts';
import { fieldErrors } from '../platform/errors/api-error.ts';

/** Named one by one, each must be there: a slip in a list should not go unnoticed. */
export function checkNamed(named: readonly string[] | undefined, found: RejudgingSelection): void {
  if (named === undefined) return;
  const known = new Set([...found.submissions, ...found.busy.map(({ submissionId }) => submissionId)]);
  const errors = named.flatMap((id, index) =>
    known.has(id.toLowerCase())
      ? []
      : {
          path: `filter.submissions[${index}]`,
          message: `"${id}" is no submission of this contest, or the other conditions exclude it`,
        },
  );
  if (errors.length > 0) throw fieldErrors('REQUEST_INVALID', errors);
}
