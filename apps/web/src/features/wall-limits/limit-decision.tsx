import { Button } from '@mantine/core';
import type { ApplyWallLimitAnswer, WallLimitPreview } from '@sandglass/contracts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Notice } from '../../components/notice.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { SkeletonLines } from '../../components/skeletons.tsx';
import { plural } from '../../lib/format.ts';
import { Elsewhere, LimitEffects, underWayInWords } from './limit-effects.tsx';
import { type LimitChoice, affectedBy } from './use-limit-choice.ts';
import styles from './limit-editor.module.css';

/** What the choice would change, and the buttons that set it. */
export function LimitDecision(props: {
  contestId: string;
  of: LimitChoice;
  /** What it does not reach. */
  overruled: (preview: WallLimitPreview) => string | null;
}): ReactNode {
  const { contestId, of, overruled } = props;
  const { choice, asked, preview, set, setting } = of;
  const affected = preview === undefined ? 0 : affectedBy(preview);
  const act = choice === 'no rule' ? 'Take it away' : 'Set it';
  return (
    <>
      <QueryView query={asked} skeleton={<SkeletonLines count={3} />}>
        {(told) => <LimitEffects contestId={contestId} preview={told} overruled={overruled(told)} />}
      </QueryView>
      <div className={styles.buttons}>
        <Button
          fullWidth
          loading={setting.isPending}
          disabled={preview === undefined}
          onClick={() => set(true)}
        >
          {affected === 0 ? act : `${act} and rejudge ${affected === 1 ? 'this one' : `these ${affected}`}`}
        </Button>
        {affected === 0 ? null : (
          <Button fullWidth variant="subtle" disabled={setting.isPending} onClick={() => set(false)}>
            {act} without rejudging
          </Button>
        )}
      </div>
    </>
  );
}

/** What became of it. */
export function LimitSet({ contestId, of }: { contestId: string; of: ApplyWallLimitAnswer }): ReactNode {
  return (
    <Notice kind="info" title="The limit is set.">
      {of.rejudgingId === null ? (
        'It counts for every judging that starts from now on.'
      ) : (
        <Link
          to="/contests/$contest/rejudgings/$rejudging"
          params={{ contest: contestId, rejudging: of.rejudgingId }}
        >
          {of.submissions === 0
            ? 'The rejudging waits for what is under way.'
            : `${plural(of.submissions, 'submission is', 'submissions are')} being judged again.`}
        </Link>
      )}
      {of.busy > 0 ? ` ${plural(of.busy, 'more is', 'more are')} in another open rejudging.` : ''}
      {of.underWay > 0 ? ` ${underWayInWords(of.underWay)}${of.rejudgingId === null ? '.' : taken}` : ''}
      <Elsewhere of={of.elsewhere} />
    </Notice>
  );
}

const taken = ': the rejudging takes those whose verdict the new one may change as soon as they have ended.';
