import { Button, Menu } from '@mantine/core';
import { Link, useNavigate, useRouter } from '@tanstack/react-router';
import type { Session } from '@sandglass/contracts';
import type { ReactNode } from 'react';
import { KeyboardIcon, LogoutIcon, UserIcon } from '../../components/icons.tsx';
import { Name } from '../../components/name.tsx';
import { logOut } from '../../features/session/session.ts';
import { Instant } from '../../components/instant.tsx';
import { SchemeItem } from './scheme-toggle.tsx';
import styles from './user-menu.module.css';

export function UserMenu(props: { session: Session | null; onShortcuts: () => void }): ReactNode {
  const { session, onShortcuts } = props;
  const navigate = useNavigate();
  const router = useRouter();
  if (session === null) {
    return (
      <Button component={Link} to="/login" size="compact-md" variant="filled">
        Log in
      </Button>
    );
  }
  const { user, lastLogin } = session;

  async function leave(): Promise<void> {
    await logOut();
    await navigate({ to: '/login', search: { left: 'yes' } });
    await router.invalidate();
  }

  return (
    <Menu position="bottom-end" width={280} shadow="md">
      <Menu.Target>
        <button type="button" className={styles.button} aria-label={`Account of ${user.displayName}`}>
          <UserIcon size={18} />
          <Name className={styles.name} of={user.teamName ?? user.displayName} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={styles.who}>
          <strong>
            <Name of={user.displayName} />
          </strong>
          <span>
            {user.username} · {user.role}
          </span>
          {lastLogin === null ? (
            <span>First login of this account</span>
          ) : (
            <span>
              Last login <Instant at={lastLogin.at} /> from {lastLogin.from}
            </span>
          )}
        </div>
        <Menu.Divider />
        <SchemeItem className={styles.scheme} />
        <Menu.Item leftSection={<KeyboardIcon />} onClick={onShortcuts}>
          Keyboard shortcuts
        </Menu.Item>
        <Menu.Item component={Link} to="/password">
          Change password
        </Menu.Item>
        <Menu.Item leftSection={<LogoutIcon />} onClick={() => void leave()}>
          Log out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
