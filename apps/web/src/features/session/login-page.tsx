import { Button, PasswordInput, TextInput } from '@mantine/core';
import { loginRequestSchema } from '@sandglass/contracts';
import { getRouteApi, useNavigate, useRouter } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { Hourglass } from '../../components/hourglass.tsx';
import { ErrorNotice, Notice } from '../../components/notice.tsx';
import { AddressOffers } from './address-offers.tsx';
import { LoginOptions, RegisterLink, SignOnProblemNotice } from './login-options.tsx';
import { safeRedirect } from './safe-redirect.ts';
import { useLogin } from './use-login.ts';
import styles from './login-page.module.css';

const route = getRouteApi('/login');

function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

export function LoginPage(): ReactNode {
  const { redirect, ended, left, problem } = route.useSearch();
  const navigate = useNavigate();
  const router = useRouter();
  const login = useLogin();
  const [missing, setMissing] = useState<{ username?: string; password?: string }>({});
  const username = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  // Nothing else can be done here.
  useEffect(() => username.current?.focus(), []);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const parsed = loginRequestSchema.safeParse({
      username: textOf(form, 'username').trim(),
      password: textOf(form, 'password'),
    });
    if (!parsed.success) {
      const wrong = new Set(parsed.error.issues.map((issue) => issue.path[0]));
      setMissing({
        ...(wrong.has('username') ? { username: 'Enter the username' } : {}),
        ...(wrong.has('password') ? { password: 'Enter the password' } : {}),
      });
      return;
    }
    setMissing({});
    if (!(await login.tryLogin(parsed.data))) {
      password.current?.select();
      return;
    }
    await goOn();
  }

  async function goOn(): Promise<void> {
    await router.invalidate();
    await navigate({ href: safeRedirect(redirect), replace: true });
  }

  async function enter(name: string): Promise<void> {
    if (await login.tryAddress(name)) await goOn();
  }

  async function enterNamed(): Promise<void> {
    if (await login.tryHeader()) await goOn();
  }

  const fieldError = (name: string): string | null =>
    login.error instanceof ApiError ? login.error.field(name) : null;

  return (
    <div className={styles.page}>
      <title>Log in · Sandglass</title>
      <form className={styles.card} onSubmit={(event) => void submit(event)} noValidate>
        <div className={styles.mark}>
          <Hourglass size={64} fallen={0.42} />
        </div>
        <h1 className={styles.title}>Sandglass</h1>
        <p className={styles.subtitle}>Log in with the account your organisers gave you.</p>
        {ended === 'yes' ? <Notice kind="info">Your session ended. Log in again to continue.</Notice> : null}
        {problem === undefined || login.error !== null ? null : <SignOnProblemNotice problem={problem} />}
        {login.error === null ? null : <ErrorNotice error={login.error} />}
        <LoginOptions
          busy={login.busy}
          redirect={safeRedirect(redirect)}
          onHeader={() => void enterNamed()}
        />
        <AddressOffers
          // Who has left on purpose, or was put out, is not let in again without being asked.
          mayBeAuto={ended !== 'yes' && left !== 'yes'}
          busy={login.busy}
          onChosen={(name) => void enter(name)}
        />
        <TextInput
          ref={username}
          name="username"
          label="Username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          size="md"
          error={missing.username ?? fieldError('username')}
        />
        <PasswordInput
          ref={password}
          name="password"
          label="Password"
          autoComplete="current-password"
          size="md"
          visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
          error={missing.password ?? fieldError('password')}
        />
        <Button type="submit" size="md" loading={login.busy} fullWidth mt="xs">
          Log in
        </Button>
        <RegisterLink />
      </form>
    </div>
  );
}
