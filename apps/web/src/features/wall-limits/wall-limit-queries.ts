import {
  type ApplyWallLimitAnswer,
  type ApplyWallLimitRequest,
  type EffectiveWallLimit,
  type WallLimitProposal,
  type WallLimitRuleBody,
  applyWallLimitAnswerSchema,
  contestWallLimitsSchema,
  measurementsSchema,
  wallLimitHistorySchema,
  wallLimitPreviewSchema,
  wallLimitProposalSchema,
  wallLimitRulesSchema,
} from '@sandglass/contracts';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';

export type Level = 'global' | 'contest' | 'problem' | 'language';

/** A place a rule can be set at. */
export interface Place {
  readonly level: Level;
  /** Of the problem or language. */
  readonly id: string | undefined;
}

/** A place as an address names it: without an id the first problem or language. */
export function namedPlace(search: { level?: Level | undefined; id?: string | undefined }): Place {
  const { level = 'problem', id } = search;
  return { level, id: level === 'problem' || level === 'language' ? id : undefined };
}

export function placeOf({ level, id }: Place, limits: readonly EffectiveWallLimit[]): Place {
  if (level === 'problem') return { level, id: id ?? limits[0]?.problemId };
  if (level === 'language') return { level, id: id ?? limits[0]?.language };
  return { level, id: undefined };
}

const base = (contest: string): string => `/api/contests/${encodeURIComponent(contest)}/wall-limits`;

export const limitsQuery = (contest: string) =>
  queryOptions({
    queryKey: [...keys.wallLimits(contest), 'in force'],
    queryFn: ({ signal }) => request(contestWallLimitsSchema, base(contest), { signal }),
  });

export const rulesQuery = (contest: string) =>
  queryOptions({
    queryKey: [...keys.wallLimits(contest), 'rules'],
    queryFn: ({ signal }) => request(wallLimitRulesSchema, '/api/wall-limits', { signal }),
  });

/** @param place as the address names it: which one it means is not known before the limits are */
export const measurementsQuery = (contest: string, { level, id }: Place) =>
  queryOptions({
    queryKey: [...keys.wallLimits(contest), 'measurements', level, id ?? null],
    queryFn: ({ signal }) =>
      request(measurementsSchema, `${base(contest)}/measurements`, {
        query: { level, id },
        signal,
      }),
    refetchInterval: 10_000,
    placeholderData: (before) => before,
  });

export const previewQuery = (contest: string, { level, id }: Place, rule: WallLimitRuleBody | null) =>
  queryOptions({
    queryKey: [...keys.wallLimits(contest), 'preview', level, id ?? null, rule],
    queryFn: ({ signal }) =>
      request(wallLimitPreviewSchema, `${base(contest)}/preview`, {
        method: 'POST',
        json: { level, ...(id === undefined ? {} : { id }), rule },
        signal,
      }),
    // Verdicts come in while the jury thinks.
    refetchInterval: 3000,
    placeholderData: (before) => before,
    gcTime: 60_000,
  });

export const historyQuery = (contest: string) =>
  queryOptions({
    queryKey: [...keys.wallLimits(contest), 'history'],
    queryFn: ({ signal }) => request(wallLimitHistorySchema, `${base(contest)}/history`, { signal }),
  });

export function applyLimit(contest: string, body: ApplyWallLimitRequest): Promise<ApplyWallLimitAnswer> {
  return request(applyWallLimitAnswerSchema, `${base(contest)}/apply`, { method: 'POST', json: body });
}

export function approveProposal(id: string): Promise<ApplyWallLimitAnswer> {
  return request(applyWallLimitAnswerSchema, `/api/wall-limit-proposals/${id}/approve`, {
    method: 'POST',
    json: {},
  });
}

export function declineProposal(id: string): Promise<WallLimitProposal> {
  return request(wallLimitProposalSchema, `/api/wall-limit-proposals/${id}/decline`, {
    method: 'POST',
    json: {},
  });
}
