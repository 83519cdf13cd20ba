import { Button } from '@mantine/core';
import type { ContestActionRequest, ContestControl } from '@sandglass/contracts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Section } from '../../components/page.tsx';
import { contestQuery } from '../contests/contest-queries.ts';
import type { Asked } from './asked-action.tsx';
import styles from './contest-control.module.css';

interface Row {
  readonly key: string;
  readonly name: string;
  readonly allowSubmit: boolean;
  readonly allowJudging: boolean;
  readonly where: { readonly problem?: string; readonly language?: string };
}

/** Submissions and judging of the contest, of each problem and of each language: paused or not. */
export function Pauses({
  control,
  onAsk,
}: {
  control: ContestControl;
  onAsk: (asked: Asked) => void;
}): ReactNode {
  const { state } = control;
  const { data: contest } = useQuery(contestQuery(state.id));
  const offered = contest?.languages ?? [];
  // What is paused can be resumed, even where it is not offered now.
  const languages = [
    ...offered,
    ...state.languages
      .filter(({ id }) => !offered.some((one) => one.id === id))
      .map(({ id }) => ({ id, name: id })),
  ];
  const rows: Row[] = [
    { ...state, key: 'all', name: 'The contest', where: {} },
    ...state.problems.map((one) => ({
      ...one,
      key: `problem ${one.id}`,
      name: `${one.label} · ${one.name}`,
      where: { problem: one.id },
    })),
    ...languages.map(({ id, name }) => ({
      allowSubmit: true,
      allowJudging: true,
      ...state.languages.find((one) => one.id === id),
      key: `language ${id}`,
      name,
      where: { language: id },
    })),
  ];
  return (
    <Section title="Submissions and judging">
      <p className={styles.quiet}>
        While judging is paused, submissions are taken and wait. What is being judged is finished.
      </p>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Of</th>
            <th scope="col">Submissions</th>
            <th scope="col">Judging</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">{row.name}</th>
              <td>
                <Switch what="submissions" allowed={row.allowSubmit} row={row} onAsk={onAsk} />
              </td>
              <td>
                <Switch what="judging" allowed={row.allowJudging} row={row} onAsk={onAsk} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}

function Switch(props: {
  what: 'submissions' | 'judging';
  allowed: boolean;
  row: Row;
  onAsk: (asked: Asked) => void;
}): ReactNode {
  const { what, allowed, row, onAsk } = props;
  const verb = allowed ? 'Pause' : 'Resume';
  const action: ContestActionRequest = { action: what, allowed: !allowed, ...row.where };
  return (
    <Button
      variant={allowed ? 'default' : 'filled'}
      size="compact-sm"
      aria-label={`${verb} ${what} of ${row.name}`}
      onClick={() => onAsk({ title: `${verb} ${what} of ${row.name}?`, button: verb, action })}
    >
      {verb}
    </Button>
  );
}
