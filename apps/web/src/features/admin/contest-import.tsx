import { Button, Textarea } from '@mantine/core';
import { contestDefinitionSchema } from '@sandglass/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { z } from 'zod';
import { ApiError, messageOf } from '../../api/api-error.ts';
import { requestNothing } from '../../api/client.ts';
import { Notice } from '../../components/notice.tsx';
import { Section } from '../../components/page.tsx';
import { judgehostsQuery } from '../judgehosts/judgehost-list.ts';
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

interface Wrong {
  path: string;
  message: string;
}

/** What is wrong with the text, before it is sent; the definition when nothing is. */
function read(text: string): { definition: unknown } | { wrong: Wrong[] } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { wrong: [{ path: 'JSON', message: messageOf(error) }] };
  }
  const parsed = contestDefinitionSchema.safeParse(value);
  if (parsed.success) return { definition: parsed.data };
  return {
    wrong: parsed.error.issues.map((issue) => ({
      path: z.core.toDotPath(issue.path),
      message: issue.message,
    })),
  };
}

/** Which chroot images `image` may name. */
function ImageHint(): ReactNode {
  const { data } = useQuery(judgehostsQuery);
  const names = new Set(
    data?.judgehosts.flatMap(({ compilers }) => compilers.flatMap(({ image }) => image ?? [])),
  );
  return names.size === 0
    ? '“image” names a chroot image; no judgehost has one. null: the judgehosts’ own compilers.'
    : `“image” names a chroot image: ${[...names].sort().join(', ')}. null: the judgehosts’ own compilers.`;
}

/** A contest as one JSON document: made, or replaced when the id exists. Submissions stay. */
export function ContestImport(): ReactNode {
  const client = useQueryClient();
  const [text, setText] = useState('');
  const [wrong, setWrong] = useState<readonly Wrong[]>([]);
  const mutation = useMutation({
    mutationFn: (definition: unknown) =>
      requestNothing('/api/admin/contests', { method: 'POST', json: definition }),
    onSuccess: () => client.invalidateQueries(),
    onError: (error) => setWrong(error instanceof ApiError ? error.fields : []),
  });

  function send(): void {
    const result = read(text);
    if ('wrong' in result) return setWrong(result.wrong);
    setWrong([]);
    mutation.mutate(result.definition);
  }

  return (
    <Section title="Create or replace a contest">
      <div className={styles.stack}>
        <Textarea
          label="Definition, as JSON"
          description={<ImageHint />}
          placeholder={example}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          rows={9}
          spellCheck={false}
          styles={{ input: { fontFamily: 'var(--sg-font-mono)', fontSize: '0.8125rem' } }}
        />
        {wrong.length === 0 ? null : (
          <Notice kind="error" title="Not accepted">
            <ul className={styles.issues}>
              {wrong.map((one) => (
                <li key={`${one.path}${one.message}`}>
                  <code>{one.path}</code> {one.message}
                </li>
              ))}
            </ul>
          </Notice>
        )}
        {mutation.isError && wrong.length === 0 ? (
          <Notice kind="error">{messageOf(mutation.error)}</Notice>
        ) : null}
        {mutation.isSuccess ? <Notice kind="info">The contest is saved.</Notice> : null}
        <div className={styles.buttons}>
          <Button onClick={send} loading={mutation.isPending} disabled={text.trim() === ''}>
            Save the contest
          </Button>
          {text === '' ? (
            <Button variant="default" onClick={() => setText(example)}>
              Start from an example
            </Button>
          ) : null}
        </div>
      </div>
    </Section>
  );
}
