import { Button, NumberInput, Switch, TextInput } from '@mantine/core';
import { type SubmissionFilters, rejudgingBounds } from '@sandglass/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, getRouteApi, useRouterState } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { keys } from '../../api/keys.ts';
import { ErrorNotice, Notice } from '../../components/notice.tsx';
import { Page, Section } from '../../components/page.tsx';
import { Segments } from '../../components/segments.tsx';
import { plural } from '../../lib/format.ts';
import { refetch } from '../../live/refetch.ts';
import { contestQuery } from '../contests/contest-queries.ts';
import { SubmissionFilterBar } from '../submission-filter/submission-filter-bar.tsx';
import { filterText } from './filter-text.ts';
import { judgeButton } from './judge-button.ts';
import { createRejudging, filterOf, selectionQuery, wantedBy } from './rejudging-queries.ts';
import { Presets } from './presets.tsx';
import { SelectionSummary } from './selection-summary.tsx';
import styles from './new-rejudging-page.module.css';

const route = getRouteApi('/member/jury/contests/$contest/rejudgings/new');

type Priority = 'rejudging' | 'jury' | 'live';

/** Which submissions, how often, at which priority: and how many that are, before anything is made. */
export function NewRejudgingPage(): ReactNode {
  const { contest: contestId } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const client = useQueryClient();
  const contest = useQuery(contestQuery(contestId)).data ?? null;
  // Chosen by hand in the list: too many for an address.
  const chosen = useRouterState({ select: ({ location }) => location.state.submissions });
  const [reason, setReason] = useState('');
  const [repeats, setRepeats] = useState(1);
  const [priority, setPriority] = useState<Priority>('rejudging');
  const [autoApply, setAutoApply] = useState(false);

  const wanted = wantedBy(search, chosen);
  const { limits, ...filters } = wanted.query;
  const filter = filterOf(wanted);
  const none = filter.verdicts?.length === 0;
  const selection = useQuery({ ...selectionQuery(contestId, wanted), enabled: !none });
  const mutation = useMutation({
    mutationFn: () =>
      createRejudging(contestId, {
        reason: reason.trim() === '' ? filterText(filter) : reason.trim(),
        filter,
        repeats,
        priority,
        autoApply,
      }),
    onSuccess: (made) => {
      client.setQueryData(keys.rejudging(contestId, made.id), made);
      refetch(client, keys.rejudgings(contestId));
      void navigate({
        to: '/contests/$contest/rejudgings/$rejudging',
        params: { contest: contestId, rejudging: made.id },
        search: {},
      });
    },
  });
  const change = (next: SubmissionFilters & { limits?: 'changed' | undefined }): void =>
    void navigate({ search: next, replace: true, resetScroll: false, state: true });
  const button = judgeButton(none ? undefined : selection.data, !none && selection.isPlaceholderData);
  const bad = mutation.error instanceof ApiError ? mutation.error.field('reason') : null;

  return (
    <Page
      title="New rejudging"
      width="wide"
      above={
        <Link to="/contests/$contest/rejudgings" params={{ contest: contestId }}>
          Rejudgings
        </Link>
      }
    >
      <form
        className={styles.columns}
        onSubmit={(event) => {
          event.preventDefault();
          // The Enter key asks no button.
          if (!button.disabled) mutation.mutate();
        }}
      >
        <div className={styles.left}>
          <Section title="Which submissions">
            {chosen === undefined ? (
              <>
                <Presets
                  contestId={contestId}
                  contest={contest}
                  filters={filters}
                  limits={limits}
                  onChange={change}
                />
                <h3 className={styles.or}>or filter the submissions</h3>
                <SubmissionFilterBar
                  contestId={contestId}
                  contest={contest}
                  jury
                  judgedOnly
                  filters={filters}
                  onChange={(next) => change({ ...next, limits })}
                />
              </>
            ) : (
              <p className={styles.chosen}>
                {plural(chosen.length, 'submission')} selected in the list.{' '}
                <Link to="/contests/$contest/rejudgings/new" params={{ contest: contestId }} search={filters}>
                  Use a filter instead
                </Link>
              </p>
            )}
            <p className={styles.words}>
              Selects <strong>{filterText(filter)}</strong>.
            </p>
          </Section>
          <Section title="How">
            <div className={styles.fields}>
              <TextInput
                label="Reason"
                description="Shown in the list of rejudgings. If empty, the filter is the reason."
                placeholder={filterText(filter)}
                value={reason}
                maxLength={500}
                error={bad}
                onChange={(event) => setReason(event.currentTarget.value)}
              />
              <NumberInput
                label="Judge each submission"
                description="If the repeats disagree, the most frequent verdict counts and the submission is marked as flaky."
                value={repeats}
                min={1}
                max={rejudgingBounds.repeats}
                allowDecimal={false}
                suffix={repeats === 1 ? ' time' : ' times'}
                onChange={(value) => setRepeats(Number(value) || 1)}
                className={styles.number}
              />
              <div>
                <span className={styles.label} id="priority">
                  Priority
                </span>
                <Segments
                  className={styles.priority}
                  aria-labelledby="priority"
                  value={priority}
                  onChange={(value) => setPriority(value)}
                  data={[
                    { value: 'rejudging', label: 'After live submissions' },
                    { value: 'jury', label: 'With jury submissions' },
                    { value: 'live', label: 'With team submissions' },
                  ]}
                />
              </div>
              <Switch
                label="Apply automatically when all are judged"
                description="The changes count before anybody has seen them."
                checked={autoApply}
                onChange={(event) => setAutoApply(event.currentTarget.checked)}
              />
            </div>
          </Section>
        </div>
        <aside className={styles.right} aria-label="Summary">
          {none ? (
            <Notice kind="info">
              Submissions without a verdict are judged anyway, so there is nothing to rejudge.
            </Notice>
          ) : (
            <SelectionSummary query={selection} repeats={repeats} />
          )}
          {autoApply ? (
            <Notice kind="warning">Verdicts and ranks will change without a check by the jury.</Notice>
          ) : null}
          {mutation.isError && bad === null ? <ErrorNotice error={mutation.error} /> : null}
          <Button type="submit" fullWidth size="md" disabled={button.disabled} loading={mutation.isPending}>
            {button.label}
          </Button>
          <p className={styles.quiet}>
            {autoApply
              ? 'The old verdicts count until everything is judged.'
              : 'Nothing changes for the teams until you apply it.'}
          </p>
        </aside>
      </form>
    </Page>
  );
}
