import type {
  ApplyWallLimitAnswer,
  ApplyWallLimitRequest,
  WallLimitPreview,
  WallLimitRuleBody,
} from '@sandglass/contracts';
import { useDebouncedValue } from '@mantine/hooks';
import {
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useState } from 'react';
import { keys } from '../../api/keys.ts';
import { refetch } from '../../live/refetch.ts';
import type { LimitScale } from './limit-scale.ts';
import { ruleFor } from './slider-to-rule.ts';
import { type Place, applyLimit, previewQuery } from './wall-limit-queries.ts';

/** A limit in µs, or that the place shall have no rule of its own. */
export type Choice = number | 'no rule';

export interface LimitChoice {
  /** Null: as it is. */
  readonly choice: Choice | null;
  readonly choose: (choice: Choice | null) => void;
  /** The last answer there is: while the next is awaited, of what was chosen before. */
  readonly asked: UseQueryResult<WallLimitPreview>;
  /** Of what is chosen now, and of nothing else: what a press may act on. */
  readonly preview: WallLimitPreview | undefined;
  readonly set: (rejudge: boolean) => void;
  readonly setting: UseMutationResult<ApplyWallLimitAnswer, Error, ApplyWallLimitRequest>;
}

/** What the jury has chosen for a place, what it would change, and the setting of it. */
export function useLimitChoice(
  contestId: string,
  place: Place,
  scale: LimitScale,
  stored: WallLimitRuleBody | null,
): LimitChoice {
  const client = useQueryClient();
  const [picked, setPicked] = useState<Choice | null>(null);
  const choice = picked === scale.wallUs ? null : picked;
  const ruleOf = (of: Choice): WallLimitRuleBody | null =>
    of === 'no rule' ? null : ruleFor(of, scale, stored);
  // The choice and not its rule, which is another object each time and would never settle.
  const [settled] = useDebouncedValue(choice, 120);
  const asked = useQuery({
    ...previewQuery(contestId, place, settled === null ? null : ruleOf(settled)),
    enabled: settled !== null,
  });
  const setting = useMutation({
    mutationFn: (body: ApplyWallLimitRequest) => applyLimit(contestId, body),
    onSuccess: () => setPicked(null),
    // Where somebody else was quicker, too: the page shows what is in force now.
    onSettled: () => {
      refetch(client, keys.wallLimits(contestId));
      refetch(client, keys.rejudgings(contestId));
    },
  });
  const isOfChoice = choice !== null && settled === choice && !asked.isPlaceholderData;
  return {
    choice,
    choose: (next) => {
      setting.reset();
      setPicked(next);
    },
    asked,
    preview: isOfChoice ? asked.data : undefined,
    set: (rejudge) => {
      if (choice === null) return;
      const { level, id } = place;
      const rule = ruleOf(choice);
      // The choice was made beside this rule: what somebody else has set since then is not to be undone unseen.
      setting.mutate({ level, ...(id === undefined ? {} : { id }), rule, rejudge, before: stored });
    },
    setting,
  };
}

/** Verdicts that would or could change. */
export function affectedBy({ changes, open }: WallLimitPreview): number {
  return changes.length + open.length;
}
