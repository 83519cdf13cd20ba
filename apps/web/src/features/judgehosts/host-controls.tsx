import { Button, TextInput } from '@mantine/core';
import type { ChangeJudgehostRequest, HostRestrictions, Judgehost } from '@sandglass/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, memo, type ReactNode, Suspense, useState } from 'react';
import { keys } from '../../api/keys.ts';
import { Ago } from '../../components/instant.tsx';
import { ErrorNotice } from '../../components/notice.tsx';
import { loadCode } from '../../lib/load-code.ts';
import { useSession } from '../session/session.ts';
import { DeleteHost } from './delete-host.tsx';
import { changeHost } from './judgehost-queries.ts';
import { WarmUpMenu } from './warm-up-menu.tsx';
import styles from './host-controls.module.css';

/** With its pickers, when somebody is about to restrict a host. */
const RestrictForm = lazy(async () => ({
  default: (await loadCode(() => import('./restrict-form.tsx'))).RestrictForm,
}));

const words = {
  on: 'is enabled',
  drain: 'finishes its tasks and takes no new ones',
  off: 'is disabled',
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
export const HostControls = memo(function HostControls(props: {
  host: Controlled;
  neverSeen: boolean;
}): ReactNode {
  const { host, neverSeen } = props;
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
        {host.mode !== 'on' && host.drained ? '; it has no tasks left' : null}
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
            placeholder="Reason, for the log"
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
          {neverSeen ? <DeleteHost id={host.id} name={host.name} /> : null}
        </div>
      ) : null}
      {editing ? (
        <Suspense>
          <RestrictForm
            restrictions={host.restrictions}
            saving={mutation.isPending}
            onSave={(restrictions) =>
              mutation.mutate({ restrictions }, { onSuccess: () => setEditing(false) })
            }
          />
        </Suspense>
      ) : (
        <RestrictionText restrictions={host.restrictions} />
      )}
      {mutation.isError ? <ErrorNotice error={mutation.error} /> : null}
    </div>
  );
});

const kinds = ['contests', 'problems', 'languages'] as const;

function RestrictionText({ restrictions }: { restrictions: HostRestrictions }): ReactNode {
  const said = kinds.flatMap((kind) => {
    const names = restrictions[kind];
    return names === null ? [] : [`${kind} ${names.join(', ')}`];
  });
  return said.length === 0 ? null : <p className={styles.now}>Judges only {said.join('; ')}.</p>;
}
