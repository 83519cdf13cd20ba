import { Button, TextInput } from '@mantine/core';
import { createJudgehostAnswerSchema } from '@sandglass/contracts';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { request } from '../../api/client.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { ErrorNotice, Notice } from '../../components/notice.tsx';
import { Section } from '../../components/page.tsx';
import styles from './admin-page.module.css';

/** A token lets one judgehost in. It is shown once; a new one for the same name ends the old. */
export function HostToken(): ReactNode {
  const [name, setName] = useState('');
  const mutation = useMutation({
    mutationFn: (host: string) =>
      request(createJudgehostAnswerSchema, '/api/admin/judgehosts', { method: 'POST', json: { name: host } }),
  });
  return (
    <Section title="Let a judgehost in">
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
          <Notice kind="info" title={`Token of ${mutation.data.name}, shown only now`}>
            <code className={styles.token}>{mutation.data.token}</code>
            <CopyButton text={mutation.data.token} what="the token" />
          </Notice>
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
