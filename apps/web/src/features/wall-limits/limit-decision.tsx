import { Button } from '@mantine/core';
import type { ApplyWallLimitAnswer, WallLimitPreview } from '@sandglass/contracts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Notice } from '../../components/notice.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { SkeletonLines } from '../../components/skeletons.tsx';
import { Elsewhere, LimitEffects } from './limit-effects.tsx';
import { buttonsText, limitSetText } from './limit-text.ts';
import { type LimitChoice, affectedBy } from './use-limit-choice.ts';
import styles from './limit-editor.module.css';

/** What the choice would change, and the buttons that set it. */
export function LimitDecision(props: {
  contestId: string;
  of: LimitChoice;
  /** What it does not reach. */
  overridden: (preview: WallLimitPreview) => string | null;
}): ReactNode {
  const { contestId, of, overridden } = props;
  const { choice, asked, preview, set, setting } = of;
  const affected = preview === undefined ? 0 : affectedBy(preview);
  const words = buttonsText(choice, affected);
  return (
    <>
      <QueryView query={asked} skeleton={<SkeletonLines count={3} />}>
        {(preview) => (
          <LimitEffects contestId={contestId} preview={preview} overridden={overridden(preview)} />
        )}
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
  const { judging, more } = limitSetText(of);
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
