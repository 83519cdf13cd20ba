import { Button, TextInput } from '@mantine/core';
import { createRegistrationTokenAnswerSchema } from '@sandglass/contracts';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { request } from '../../api/client.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { Instant } from '../../components/instant.tsx';
import { ErrorNotice, Notice } from '../../components/notice.tsx';
import { Section } from '../../components/page.tsx';
import styles from './admin-page.module.css';

const minutes = 60;

/** Lets one judgehost join, once: shows the command to run on it. A host is listed when it has joined. */
export function HostToken(): ReactNode {
  const [name, setName] = useState('');
  const mutation = useMutation({
    mutationFn: (host: string) =>
      request(createRegistrationTokenAnswerSchema, '/api/admin/registration-tokens', {
        method: 'POST',
        json: { name: host, minutes },
      }),
  });
  return (
    <Section title="Add a judgehost">
      <form
        className={styles.stack}
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== '') mutation.mutate(name.trim());
        }}
      >
        <TextInput
          label="Name of the host"
          placeholder="judge-1"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          autoComplete="off"
        />
        {mutation.isError ? <ErrorNotice error={mutation.error} /> : null}
        {mutation.data === undefined ? null : (
          <Joining
            host={mutation.data.name ?? ''}
            token={mutation.data.token}
            until={mutation.data.expiresAt}
          />
        )}
        <div>
          <Button type="submit" variant="default" loading={mutation.isPending}>
            Make a token
          </Button>
        </div>
      </form>
    </Section>
  );
}

function Joining({ host, token, until }: { host: string; token: string; until: string }): ReactNode {
  const command = `sudo ./sandglass judgehost join ${window.location.origin} ${token} --name ${host}`;
  return (
    <Notice kind="info" title={`Run this on ${host}, in a folder with Sandglass`}>
      <code className={styles.token}>{command}</code>
      <CopyButton text={command} what="the command" />
      <p className={styles.after}>
        It works once, until <Instant at={until} />, and is shown only now. The token may also replace that of
        a judgehost of the same name.
      </p>
    </Notice>
  );
}
