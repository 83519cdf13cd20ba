import { Button, PasswordInput } from '@mantine/core';
import { changePasswordRequestSchema } from '@sandglass/contracts';
import { useMutation } from '@tanstack/react-query';
import { getRouteApi, useNavigate, useRouter } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { ErrorNotice } from '../../components/notice.tsx';
import { safeRedirect } from './safe-redirect.ts';
import { changePassword, useSession } from './session.ts';
import styles from './login-page.module.css';

const route = getRouteApi('/member/password');

/** Everybody may change their password; who must, comes here after the login and can go nowhere else. */
export function PasswordPage(): ReactNode {
  const session = useSession();
  const { redirect } = route.useSearch();
  const navigate = useNavigate();
  const router = useRouter();
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const [wrong, setWrong] = useState<{ current?: string; password?: string; again?: string }>({});
  const changing = useMutation({
    mutationFn: () => changePassword({ current, password }),
    onSuccess: async () => {
      await router.invalidate();
      await navigate({ href: safeRedirect(redirect), replace: true });
    },
  });

  function submit(event: FormEvent): void {
    event.preventDefault();
    const parsed = changePasswordRequestSchema.safeParse({ current, password });
    const message = (name: string): string | undefined =>
      parsed.error?.issues.find(({ path }) => path[0] === name)?.message;
    const found = {
      ...(current === '' ? { current: 'Enter the present password' } : {}),
      ...(message('password') === undefined ? {} : { password: message('password') ?? '' }),
      ...(again === password ? {} : { again: 'is not the same' }),
    };
    setWrong(found);
    if (Object.keys(found).length === 0) changing.mutate();
  }

  const refused = (name: string): string | null =>
    changing.error instanceof ApiError ? changing.error.field(name) : null;

  return (
    <div className={styles.page}>
      <title>New password · Sandglass</title>
      <form className={styles.card} onSubmit={submit} noValidate>
        <h1 className={styles.title}>New password</h1>
        <p className={styles.subtitle}>
          {session?.mustChangePassword === true
            ? 'Choose a password of your own before you go on.'
            : 'Other browsers that are logged in with this account are logged out.'}
        </p>
        {changing.error === null ? null : <ErrorNotice error={changing.error} />}
        <input type="text" autoComplete="username" value={session?.user.username ?? ''} readOnly hidden />
        <PasswordInput
          label="Present password"
          autoComplete="current-password"
          size="md"
          value={current}
          error={wrong.current ?? refused('current')}
          onChange={(event) => setCurrent(event.currentTarget.value)}
        />
        <PasswordInput
          label="New password"
          description="6 characters at least"
          autoComplete="new-password"
          size="md"
          value={password}
          error={wrong.password ?? refused('password')}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <PasswordInput
          label="New password, again"
          autoComplete="new-password"
          size="md"
          value={again}
          error={wrong.again}
          onChange={(event) => setAgain(event.currentTarget.value)}
        />
        <Button type="submit" size="md" loading={changing.isPending} fullWidth mt="xs">
          Change password
        </Button>
      </form>
    </div>
  );
}
