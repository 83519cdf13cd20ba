import { awardSheetSchema, certificateTemplateAnswerSchema, clicsAwardSchema } from '@sandglass/contracts';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { request } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';

const awardsSchema = z.array(clicsAwardSchema);
export const addressOf = (contest: string, what: string): string =>
  `/api/contests/${encodeURIComponent(contest)}/${what}`;

/** As everybody gets them; empty until results are final and seen by everybody. */
export const awardsQuery = (contest: string) =>
  queryOptions({
    queryKey: keys.awards(contest),
    queryFn: ({ signal }) => request(awardsSchema, addressOf(contest, 'awards'), { signal }),
  });

/** As the jury works on them; verdicts change them without a message of their own. */
export const awardSheetQuery = (contest: string) =>
  queryOptions({
    queryKey: keys.awardSheet(contest),
    queryFn: ({ signal }) => request(awardSheetSchema, addressOf(contest, 'award-sheet'), { signal }),
    refetchInterval: ({ state }) => (state.data?.final === true ? false : 10_000),
  });

export const certificateTemplateQuery = (contest: string) =>
  queryOptions({
    queryKey: keys.certificateTemplate(contest),
    queryFn: ({ signal }) =>
      request(certificateTemplateAnswerSchema, addressOf(contest, 'certificate-template'), { signal }),
    // Somebody types into it: another's change does not take that away.
    staleTime: Infinity,
  });
