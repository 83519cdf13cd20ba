import { Button, NativeSelect, Textarea } from '@mantine/core';
import {
  contestSummarySchema,
  type ContestDefinition,
  type ContestSummary,
  type ReadContestDefinition,
} from '@sandglass/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import { ApiError, messageOf } from '../../api/api-error.ts';
import { request } from '../../api/client.ts';
import { Name } from '../../components/name.tsx';
import { Notice } from '../../components/notice.tsx';
import { Section } from '../../components/page.tsx';
import { contestsQuery } from '../contests/contest-queries.ts';
import { judgehostsQuery } from '../judgehosts/judgehost-list.ts';
import { contestDefinitionQuery } from './admin-queries.ts';
import { changesOf } from './definition-changes.ts';
import { readDefinition, type Wrong } from './read-definition.ts';
import styles from './admin-page.module.css';

const example = JSON.stringify(
  {
    id: 'regional',
    name: 'The Regional',
    startsAt: '2026-11-28T09:00:00Z',
    endsAt: '2026-11-28T14:00:00Z',
    freezesAt: '2026-11-28T13:00:00Z',
    image: null,
    problems: [{ label: 'A', problem: 'sum', colour: '#d1495b' }],
    teams: [{ id: 'team1', name: 'First Team', affiliation: 'A University', country: 'ARG' }],
  },
  null,
  2,
);

/** Which chroot images `image` may name. */
function ImageHint(): ReactNode {
  const { data } = useQuery(judgehostsQuery);
  const names = new Set(
    data?.judgehosts.flatMap(({ compilers }) => compilers.flatMap(({ image }) => image ?? [])),
  );
  const image =
    names.size === 0
      ? '“image” names a chroot image; no judgehost has one. With null, the judgehosts’ own compilers are used.'
      : `“image” names a chroot image: ${[...names].sort().join(', ')}. With null, the judgehosts’ own compilers are used.`;
  return `Without “problems” or “teams”, those of an existing contest stay as they are. ${image}`;
}

interface Saving {
  readonly definition: ContestDefinition;
  readonly confirm: string | undefined;
  /** Also where somebody else has changed the contest since it was loaded. */
  readonly over: boolean;
}

interface LoadedDefinition {
  readonly definition: ReadContestDefinition;
  readonly version: string | null;
}

/** A contest as one JSON document: read, changed and saved. Submissions stay. */
export function ContestImport(): ReactNode {
  const client = useQueryClient();
  const [text, setText] = useState('');
  const [wrong, setWrong] = useState<readonly Wrong[]>([]);
  /** The contest that the text was loaded from, in the version that it had then. */
  const [loaded, setLoaded] = useState<{ id: string; version: string } | null>(null);
  const saving = useMutation({
    mutationFn: ({ definition, confirm, over }: Saving) =>
      request(contestSummarySchema, '/api/admin/contests', {
        method: 'POST',
        json: definition,
        query: { confirm },
        ifMatch: over || loaded?.id !== definition.id ? undefined : loaded.version,
        onVersion: (version) => setLoaded(version === null ? null : { id: definition.id, version }),
      }),
    onSuccess: () => client.invalidateQueries(),
    // What the text would change is shown of the contest as it is now.
    onError: () => client.invalidateQueries({ queryKey: ['admin', 'contest-definition'] }),
  });
  const refused = saving.error instanceof ApiError ? saving.error : null;
  const asks = questionOf(refused);
  const found = wrong.length > 0 || asks !== null ? wrong : (refused?.fields ?? []);

  function change(next: string): void {
    setText(next);
    setWrong([]);
    saving.reset();
  }

  function save(answer: { confirm?: string; over?: boolean } = {}): void {
    const result = readDefinition(text);
    if ('wrong' in result) {
      saving.reset();
      return setWrong(result.wrong);
    }
    setWrong([]);
    // Who saves over another's changes may be asked for submissions after that.
    const over = answer.over ?? saving.variables?.over ?? false;
    saving.mutate({ definition: result.definition, confirm: answer.confirm, over });
  }

  return (
    <Section title="Create or change a contest">
      <div className={styles.stack}>
        <LoadDefinition
          onLoad={({ definition, version }) => {
            change(JSON.stringify(definition, null, 2));
            setLoaded(version === null ? null : { id: definition.id, version });
          }}
        />
        <Textarea
          label="Definition (JSON)"
          description={<ImageHint />}
          placeholder={example}
          value={text}
          onChange={(event) => change(event.currentTarget.value)}
          rows={text === '' ? 9 : 18}
          spellCheck={false}
          styles={{ input: { fontFamily: 'var(--sg-font-mono)', fontSize: '0.8125rem' } }}
        />
        {found.length === 0 ? null : (
          <Notice kind="error" title="The contest cannot be saved">
            <Lines of={found} />
          </Notice>
        )}
        {saving.isSuccess ? null : <Changes text={text} />}
        {asks !== null && refused !== null ? (
          <Notice kind="warning" title={asks.title}>
            {messageOf(refused)}
            <Lines of={refused.fields} />
            <div className={styles.buttons}>
              <Button size="compact-sm" loading={saving.isPending} onClick={() => save(asks.answer)}>
                {asks.button}
              </Button>
              <Button size="compact-sm" variant="default" onClick={() => saving.reset()}>
                Do not save
              </Button>
            </div>
          </Notice>
        ) : null}
        {saving.isError && asks === null && found.length === 0 ? (
          <Notice kind="error">{messageOf(saving.error)}</Notice>
        ) : null}
        {saving.isSuccess ? <Saved contest={saving.data} /> : null}
        <div className={styles.buttons}>
          <Button onClick={() => save()} loading={saving.isPending} disabled={text.trim() === ''}>
            Save the contest
          </Button>
          {text === '' ? (
            <Button variant="default" onClick={() => change(example)}>
              Start from an example
            </Button>
          ) : null}
        </div>
      </div>
    </Section>
  );
}

interface Question {
  readonly title: string;
  readonly button: string;
  readonly answer: { confirm?: string; over?: boolean };
}

/** What is asked before it is saved nevertheless; null: the refusal is final. */
function questionOf(refused: ApiError | null): Question | null {
  if (refused?.code === 'CONTEST_REMOVES_SUBMISSIONS' && refused.confirm !== null)
    return {
      title: 'Save without these submissions?',
      button: 'Save without them',
      answer: { confirm: refused.confirm },
    };
  if (refused?.code === 'CONTEST_CHANGE_DANGEROUS' && refused.confirm !== null)
    return {
      title: 'Save although it is dangerous?',
      button: 'Save nevertheless',
      answer: { confirm: refused.confirm },
    };
  if (refused?.code === 'CONTEST_CHANGED')
    return {
      title: 'Save over the changes of others?',
      button: 'Save over them',
      answer: { over: true },
    };
  return null;
}

function Lines({ of }: { of: readonly Wrong[] }): ReactNode {
  return (
    <ul className={styles.issues}>
      {of.map((one) => (
        <li key={`${one.path}${one.message}`}>
          <code>{one.path}</code> {one.message}
        </li>
      ))}
    </ul>
  );
}

/** What the text changes of the contest that it names, while it can be read; nothing for a new contest. */
function Changes({ text }: { text: string }): ReactNode {
  const definition = useMemo(() => {
    const read = readDefinition(text);
    return 'wrong' in read ? null : read.definition;
  }, [text]);
  const { data: contests = [] } = useQuery(contestsQuery);
  const exists = contests.some(({ id }) => id === definition?.id);
  const { data: now } = useQuery({ ...contestDefinitionQuery(definition?.id ?? ''), enabled: exists });
  if (!exists || definition === null || now === undefined) return null;
  const changes = changesOf(now.definition, definition);
  const { name } = now.definition;
  return (
    <Notice kind="info" title={changes.length === 0 ? 'Nothing is changed yet' : `Changes of “${name}”`}>
      {changes.length === 0 ? null : <Lines of={changes} />}
    </Notice>
  );
}

function Saved({ contest }: { contest: ContestSummary }): ReactNode {
  return (
    <Notice kind="info">
      <Name of={contest.name} /> is saved.{' '}
      <Link to="/contests/$contest" params={{ contest: contest.id }}>
        Open the contest
      </Link>
    </Notice>
  );
}

/** What a contest is now, as text to be changed. */
function LoadDefinition({ onLoad }: { onLoad: (loaded: LoadedDefinition) => void }): ReactNode {
  const client = useQueryClient();
  const { data: contests = [] } = useQuery(contestsQuery);
  const loading = useMutation({
    mutationFn: (contest: string) => client.fetchQuery(contestDefinitionQuery(contest)),
    onSuccess: onLoad,
  });
  if (contests.length === 0) return null;
  return (
    <>
      <NativeSelect
        label="Load a contest’s definition"
        value=""
        disabled={loading.isPending}
        data={[
          { value: '', label: 'Choose a contest' },
          ...contests.map(({ id, name }) => ({ value: id, label: `${name} (${id})` })),
        ]}
        onChange={(event) => {
          if (event.currentTarget.value !== '') loading.mutate(event.currentTarget.value);
        }}
      />
      {loading.isError ? <Notice kind="error">{messageOf(loading.error)}</Notice> : null}
    </>
  );
}
