import { Button } from '@mantine/core';
import type { SignOnProblem } from '@sandglass/contracts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Name } from '../../components/name.tsx';
import { Notice } from '../../components/notice.tsx';
import { loginOptionsQuery } from './session.ts';
import styles from './login-page.module.css';

/** Ways to log in that somebody else vouches for: a proxy that names the account, an OpenID provider. */
export function LoginOptions(props: {
  busy: boolean;
  /** A path of this site. */
  redirect: string;
  onHeader: () => void;
}): ReactNode {
  const { busy, redirect, onHeader } = props;
  // Without an answer there is the form.
  const { data: options } = useQuery(loginOptionsQuery);
  if (options === undefined || (options.header === null && options.oidc === null)) return null;
  return (
    <div className={styles.offers}>
      {options.header === null ? null : (
        <Button size="md" fullWidth loading={busy} onClick={onHeader}>
          Continue as&nbsp;
          <Name of={options.header.name} />
        </Button>
      )}
      {options.oidc === null ? null : (
        <Button
          size="md"
          fullWidth
          component="a"
          href={`/api/session/oidc?redirect=${encodeURIComponent(redirect)}`}
          variant={options.header === null ? 'filled' : 'default'}
        >
          Log in with {options.oidc.name}
        </Button>
      )}
      <p className={styles.or}>Or log in with a password:</p>
    </div>
  );
}

/** For teams that have no account yet, while some group takes registrations. */
export function RegisterLink(): ReactNode {
  const { data: options } = useQuery(loginOptionsQuery);
  if (options?.registration !== true) return null;
  return (
    <p className={styles.or}>
      No account yet? <a href="/register">Register your team</a>
    </p>
  );
}

const sentences: Readonly<Record<SignOnProblem, string>> = {
  expired: 'The login took too long, or was begun in another browser. Begin it again.',
  denied: 'You were not logged in there.',
  failed: 'The login could not be finished. Begin it again; if that does not help, ask the organisers.',
  unavailable:
    'The service that knows you does not answer now. Try again in a minute, or ask the organisers.',
  unknown: 'There is no account for you here that may log in this way. Ask the organisers.',
  bound: 'The account is bound to another computer. Ask the organisers to release it.',
  name: 'The service that knows you gave no username that an account can have. Ask the organisers.',
};

/** Why a login elsewhere came back without a session. */
export function SignOnProblemNotice({ problem }: { problem: SignOnProblem }): ReactNode {
  return (
    <Notice kind="error" title="Not logged in">
      {sentences[problem]}
    </Notice>
  );
}
