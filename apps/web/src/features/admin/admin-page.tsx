import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Page } from '../../components/page.tsx';
import { ContestImport } from './contest-import.tsx';
import { ContestPackageImport } from './contest-package-import.tsx';
import { ContestList } from './contest-list.tsx';
import { HostToken } from './host-token.tsx';
import { LockList } from './lock-list.tsx';
import { ProblemAdmin } from './problem-admin.tsx';
import styles from './admin-page.module.css';

export function AdminPage(): ReactNode {
  return (
    <Page
      title="Administration"
      actions={
        <Button component={Link} to="/people" variant="default">
          Teams and accounts
        </Button>
      }
    >
      <LockList />
      <div className={styles.columns}>
        <ProblemAdmin />
        <div className={styles.aside}>
          <ContestList />
          <ContestImport />
          <ContestPackageImport />
          <HostToken />
        </div>
      </div>
    </Page>
  );
}
