import { Button, FileInput, TextInput } from '@mantine/core';
import { contestDefinitionSchema, plainError, type ReadContestDefinition } from '@sandglass/contracts';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { z } from 'zod';
import { ApiError, messageOf } from '../../api/api-error.ts';
import { Notice } from '../../components/notice.tsx';
import { Section } from '../../components/page.tsx';
import { plural } from '../../lib/format.ts';
import { makeContest } from './contest-list-queries.ts';
import styles from './contest-list.module.css';

interface Line {
  readonly path: string;
  readonly message: string;
}

type Read = { readonly definition: ReadContestDefinition } | { readonly wrong: readonly Line[] };

/** Of a definition; thousands of teams have less. */
const maxBytes = 16 * 1024 * 1024;

async function readFile(file: File): Promise<Read> {
  if (file.size > maxBytes) return { wrong: [{ path: file.name, message: 'has more than 16 MiB' }] };
  try {
    const parsed = contestDefinitionSchema.safeParse(JSON.parse(await file.text()), { error: plainError });
    if (parsed.success) return { definition: parsed.data };
    return {
      wrong: parsed.error.issues.map(({ path, message }) => ({
        path: path.length === 0 ? file.name : z.core.toDotPath(path),
        message,
      })),
    };
  } catch (error) {
    return { wrong: [{ path: file.name, message: `cannot be read as JSON: ${messageOf(error)}` }] };
  }
}

/** A contest that was exported, here or elsewhere, is made from its file, with its problems and teams. */
export function FromFile({ onMade }: { onMade: (contest: string) => void }): ReactNode {
  const [read, setRead] = useState<Read | null>(null);
  const [id, setId] = useState('');
  const making = useMutation({ mutationFn: makeContest, onSuccess: (made) => onMade(made.id) });
  const choose = async (file: File | null): Promise<void> => {
    making.reset();
    setRead(null);
    if (file === null) return;
    const found = await readFile(file);
    setRead(found);
    if ('definition' in found) setId(found.definition.id);
  };
  const refused = making.error instanceof ApiError ? making.error : null;
  const definition = read !== null && 'definition' in read ? read.definition : null;
  const wrong: readonly Line[] =
    read !== null && 'wrong' in read
      ? read.wrong
      : (refused?.fields.filter(({ path }) => path !== 'id') ?? []);
  return (
    <Section title="From a definition file">
      <form
        className={styles.stack}
        onSubmit={(event) => {
          event.preventDefault();
          if (definition !== null) making.mutate({ ...definition, id });
        }}
      >
        <p className={styles.quiet}>
          The file that <em>Export</em> made, in this installation or another one. Its problems must have been
          imported.
        </p>
        <FileInput
          label="File"
          placeholder="Choose a .json file"
          accept=".json,application/json"
          onChange={(file) => void choose(file)}
        />
        {definition === null ? null : (
          <>
            <p className={styles.quiet}>
              “{definition.name}”, with {plural(definition.problems?.length ?? 0, 'problem')} and{' '}
              {plural(definition.teams?.length ?? 0, 'team')}
            </p>
            <TextInput
              label="Id"
              description="Another one, where the contest is here already"
              value={id}
              maxLength={64}
              error={refused?.field('id')}
              onChange={(event) => setId(event.currentTarget.value)}
            />
          </>
        )}
        {wrong.length === 0 ? null : (
          <Notice kind="error" title="The contest cannot be made from this file">
            <ul className={styles.errors}>
              {wrong.slice(0, 20).map(({ path, message }) => (
                <li key={`${path} ${message}`}>
                  <code>{path}</code> {message}
                </li>
              ))}
            </ul>
            {wrong.length > 20 ? `And ${wrong.length - 20} more.` : null}
          </Notice>
        )}
        {making.isError && (refused?.fields.length ?? 0) === 0 ? (
          <Notice kind="error">{messageOf(making.error)}</Notice>
        ) : null}
        <div className={styles.answer}>
          <Button type="submit" loading={making.isPending} disabled={definition === null || id === ''}>
            Make it from the file
          </Button>
        </div>
      </form>
    </Section>
  );
}
