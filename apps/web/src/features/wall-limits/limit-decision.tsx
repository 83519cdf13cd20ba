import { Button } from '@mantine/core';
import type { ApplyWallLimitAnswer, WallLimitPreview } from '@sandglass/contracts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Notice } from '../../components/notice.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { SkeletonLines } from '../../components/skeletons.tsx';
import { Elsewhere, LimitEffects } from './limit-effects.tsx';
import { buttonsInWords, setInWords } from './limit-words.ts';
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
  const words = buttonsInWords(choice, affected);
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
          {words.set}
        </Button>
        {words.only === null ? null : (
          <Button fullWidth variant="subtle" disabled={setting.isPending} onClick={() => set(false)}>
            {words.only}
          </Button>
        )}
      </div>
    </>
  );
}

/** What became of it. */
export function LimitSet({ contestId, of }: { contestId: string; of: ApplyWallLimitAnswer }): ReactNode {
  const { judging, more } = setInWords(of);
  return (
    <Notice kind="info" title="The limit is set.">
      {of.rejudgingId === null ? (
        judging
      ) : (
        <Link
          to="/contests/$contest/rejudgings/$rejudging"
          params={{ contest: contestId, rejudging: of.rejudgingId }}
        >
          {judging}
        </Link>
      )}
      {more}
      <Elsewhere of={of.elsewhere} set />
    </Notice>
  );
}
