import { Button, TextInput } from '@mantine/core';
import type { ChangeJudgehostRequest, HostRestrictions, Judgehost } from '@sandglass/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { memo, type ReactNode, useState } from 'react';
import { keys } from '../../api/keys.ts';
import { Ago } from '../../components/instant.tsx';
import { ErrorNotice } from '../../components/notice.tsx';
import { useSession } from '../session/session.ts';
import { changeHost } from './judgehost-queries.ts';
import { WarmUpMenu } from './warm-up-menu.tsx';
import styles from './host-controls.module.css';

const words = {
  on: 'takes work',
  drain: 'finishes what it has and takes nothing new',
  off: 'is off',
} as const;

/** What of a host its controls look at: it changes rarely, while its figures do so every second. */
export type Controlled = Pick<Judgehost, (typeof controlled)[number]>;
const controlled = [
  'id',
  'name',
  'mode',
  'modeAt',
  'modeBy',
  'modeReason',
  'drained',
  'running',
  'restrictions',
] as const;

/** @returns the same one as long as nothing of it changes */
export function useControlled(host: Judgehost): Controlled {
  const [known, setKnown] = useState<Controlled>(host);
  if (known === host || controlled.every((name) => known[name] === host[name])) return known;
  setKnown(host);
  return host;
}

/** On, drain, off with a reason; what the host may judge; fetching test data ahead. For the administrator. */
export const HostControls = memo(function HostControls({ host }: { host: Controlled }): ReactNode {
  const client = useQueryClient();
  const admin = useSession()?.user.role === 'admin';
  const [reason, setReason] = useState('');
  const [editing, setEditing] = useState(false);
  const mutation = useMutation({
    mutationFn: (change: ChangeJudgehostRequest) => changeHost(host.id, change),
    onSuccess: () => setReason(''),
    onSettled: () => client.invalidateQueries({ queryKey: keys.judgehosts() }),
  });
  const set = (mode: 'on' | 'drain' | 'off'): void =>
    mutation.mutate({ mode, ...(reason.trim() === '' ? {} : { reason: reason.trim() }) });
  return (
    <div className={styles.controls}>
      <p className={styles.now}>
        <strong>{host.name}</strong> {words[host.mode]}
        {host.mode !== 'on' && host.drained ? '; it holds nothing any more' : null}
        {host.mode === 'drain' && !host.drained ? `; ${host.running} still running` : null}
        {host.modeAt === null || host.mode === 'on' ? null : (
          <span>
            {' '}
            (by {host.modeBy ?? 'the host itself'}, <Ago at={host.modeAt} />
            {host.modeReason === null ? '' : `: ${host.modeReason}`})
          </span>
        )}
      </p>
      {admin ? (
        <div className={styles.buttons}>
          <TextInput
            className={styles.reason}
            size="xs"
            aria-label="Reason"
            placeholder="Reason, for those who look later"
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            maxLength={500}
          />
          {(['on', 'drain', 'off'] as const)
            .filter((mode) => mode !== host.mode)
            .map((mode) => (
              <Button
                key={mode}
                size="compact-sm"
                variant={mode === 'on' ? 'filled' : 'default'}
                loading={mutation.isPending && mutation.variables.mode === mode}
                onClick={() => set(mode)}
              >
                {{ on: 'Enable', drain: 'Drain', off: 'Disable' }[mode]}
              </Button>
            ))}
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => setEditing(!editing)}
            aria-expanded={editing}
          >
            Restrict
          </Button>
          <WarmUpMenu host={host.name} />
        </div>
      ) : null}
      {editing ? (
        <Restrict
          host={host}
          onSave={(restrictions) => mutation.mutate({ restrictions }, { onSuccess: () => setEditing(false) })}
        />
      ) : (
        <RestrictionWords restrictions={host.restrictions} />
      )}
      {mutation.isError ? <ErrorNotice error={mutation.error} /> : null}
    </div>
  );
});

const kinds = ['contests', 'problems', 'languages'] as const;

function RestrictionWords({ restrictions }: { restrictions: HostRestrictions }): ReactNode {
  const said = kinds.flatMap((kind) => {
    const names = restrictions[kind];
    return names === null ? [] : [`${kind} ${names.join(', ')}`];
  });
  return said.length === 0 ? null : <p className={styles.now}>Judges only {said.join('; ')}.</p>;
}

function Restrict(props: { host: Controlled; onSave: (restrictions: HostRestrictions) => void }): ReactNode {
  const { restrictions } = props.host;
  const [texts, setTexts] = useState(() => ({
    contests: restrictions.contests?.join(' ') ?? '',
    problems: restrictions.problems?.join(' ') ?? '',
    languages: restrictions.languages?.join(' ') ?? '',
  }));
  function namesOf(text: string): string[] | null {
    const names = text.split(/[\s,]+/).filter((name) => name !== '');
    return names.length === 0 ? null : names;
  }
  return (
    <form
      className={styles.restrict}
      onSubmit={(event) => {
        event.preventDefault();
        props.onSave({
          contests: namesOf(texts.contests),
          problems: namesOf(texts.problems),
          languages: namesOf(texts.languages),
        });
      }}
    >
      {kinds.map((kind) => (
        <TextInput
          key={kind}
          size="xs"
          label={`Only these ${kind}`}
          placeholder="ids; empty: all"
          value={texts[kind]}
          onChange={(event) => setTexts({ ...texts, [kind]: event.currentTarget.value })}
        />
      ))}
      <Button type="submit" size="compact-sm">
        Save
      </Button>
    </form>
  );
}
