import { Button, NativeSelect } from '@mantine/core';
import type { ContestControl } from '@sandglass/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useRef, useState } from 'react';
import { adminProblemsQuery } from '../../api/problems-query.ts';
import { Section } from '../../components/page.tsx';
import { ErrorNotice, Notice } from '../../components/notice.tsx';
import { plural } from '../../lib/format.ts';

import { ProblemLine } from './problem-line.tsx';
import { moved, problemsOf, rowsOf, withProblem, type ProblemRow } from './problem-rows.ts';
import { SaveLine } from './save-line.tsx';
import { useContestSaving } from './use-contest-saving.ts';
import styles from './contest-settings.module.css';

/** Which problems it has, in which order, under which labels, colours and limits. */
export function ProblemsSection({ control: { state } }: { control: ContestControl }): ReactNode {
  const present = rowsOf(state.problems);
  const [typed, setTyped] = useState<readonly ProblemRow[] | null>(null);
  const rows = typed ?? present;
  const saving = useContestSaving(state.id, () => setTyped(null));
  const isChanged = JSON.stringify(problemsOf(rows)) !== JSON.stringify(problemsOf(present));
  const judged = saving.asked?.answer.otherLimits ?? [];
  const list = useRef<HTMLOListElement>(null);
  return (
    <Section title="Problems">
      <form
        className={styles.stack}
        onSubmit={(event) => {
          event.preventDefault();
          saving.save({ problems: problemsOf(rows) });
        }}
      >
        {rows.length === 0 ? <p className={styles.quiet}>The contest has no problem yet.</p> : null}
        <ol className={styles.problems} ref={list}>
          {rows.map((row, index) => (
            <ProblemLine
              key={row.id}
              row={row}
              errors={saving.errorsAt(`problems[${index}]`)}
              isFirst={index === 0}
              isLast={index === rows.length - 1}
              onChange={(change) => setTyped(rows.map((one) => (one === row ? { ...one, ...change } : one)))}
              onMove={(by) => setTyped(moved(rows, index, by))}
              onRemove={() => {
                setTyped(rows.filter((one) => one !== row));
                list.current?.closest('section')?.querySelector('select')?.focus();
              }}
            />
          ))}
        </ol>
        <AddProblem rows={rows} onAdd={(problem) => setTyped(withProblem(rows, problem))} />
        <SaveLine
          contest={state.id}
          saving={saving}
          button="Save the problems"
          disabled={!isChanged}
          fields={['problems']}
          onReset={() => setTyped(null)}
        >
          {judged.length === 0 ? null : (
            <Notice kind="info" title="After it is saved, these can be judged again">
              {judged.map(({ label, problem, submissions }) => (
                <span key={problem}>
                  {label}: {plural(submissions, 'submission')}.{' '}
                </span>
              ))}
            </Notice>
          )}
        </SaveLine>
        {saving.isSaved && !isChanged ? (
          <Rejudge contest={state.id} saved={saving.lastAnswer?.otherLimits} />
        ) : null}
      </form>
    </Section>
  );
}

/** What was judged under limits that are no longer those of its problem. */
function Rejudge(props: {
  contest: string;
  saved: readonly { label: string; submissions: number }[] | undefined;
}): ReactNode {
  const { contest, saved = [] } = props;
  if (saved.length === 0) return null;
  return (
    <Notice kind="warning" title="Some submissions were judged under other limits">
      {saved.map(({ label, submissions }) => (
        <div key={label}>
          <Link to="/contests/$contest/rejudgings/new" params={{ contest }} search={{ problem: label }}>
            Judge {plural(submissions, 'submission')} of {label} again
          </Link>
        </div>
      ))}
    </Notice>
  );
}

function AddProblem(props: {
  rows: readonly ProblemRow[];
  onAdd: (problem: { id: string; name: string }) => void;
}): ReactNode {
  const { rows, onAdd } = props;
  const query = useQuery(adminProblemsQuery);
  const [chosen, setChosen] = useState('');
  const taken = new Set(rows.map(({ id }) => id));
  const left = (query.data ?? []).filter(({ id }) => !taken.has(id));
  if (query.isError) return <ErrorNotice error={query.error} title="The imported problems cannot be read" />;
  if (query.data?.length === 0)
    return (
      <p className={styles.quiet}>
        No problem has been imported. <Link to="/admin">Import problems</Link>
      </p>
    );
  const found = left.find(({ id }) => id === chosen);
  return (
    <div className={styles.add}>
      <NativeSelect
        label="Add a problem"
        value={found?.id ?? ''}
        data={[
          { value: '', label: left.length === 0 ? 'All that are imported are in it' : 'Choose a problem' },
          ...left.map(({ id, name }) => ({ value: id, label: `${name} (${id})` })),
        ]}
        onChange={(event) => setChosen(event.currentTarget.value)}
      />
      <Button
        variant="default"
        disabled={found === undefined}
        onClick={() => {
          if (found !== undefined) onAdd(found);
          setChosen('');
        }}
      >
        Add
      </Button>
    </div>
  );
}
