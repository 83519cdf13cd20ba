import { Button } from '@mantine/core';
import type { MakePasswordsAnswer } from '@sandglass/contracts';
import type { ReactNode } from 'react';
import { Name } from '../../components/name.tsx';
import { Notice } from '../../components/notice.tsx';
import { plural } from '../../lib/format.ts';
import { SheetsFile } from './sheets-file.tsx';
import styles from './password-sheets.module.css';

type Made = MakePasswordsAnswer['passwords'][number];

/** Passwords that were just made: one page each for a printer, and nowhere else afterwards. */
export function PasswordSheets(props: { passwords: readonly Made[]; onClose: () => void }): ReactNode {
  const { passwords, onClose } = props;
  return (
    <div className={styles.all} data-sheets>
      <div className={styles.controls}>
        <Notice kind="warning" title={`${plural(passwords.length, 'new password')}, shown once`}>
          Only their hashes are kept. Print them, or copy them, before you close this; afterwards only new
          ones can be made.
        </Notice>
        <div className={styles.buttons}>
          <SheetsFile passwords={passwords} />
          <Button variant="default" onClick={() => window.print()}>
            Print from here
          </Button>
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
        </div>
      </div>
      {passwords.map((made) => (
        <Sheet key={made.username} made={made} />
      ))}
    </div>
  );
}

function Sheet({ made: { username, displayName, password, team } }: { made: Made }): ReactNode {
  return (
    <article className={styles.sheet} aria-label={`Sheet of ${username}`}>
      <header>
        <h2>
          <Name of={team?.name ?? displayName} />
        </h2>
        {team?.affiliation == null ? null : <p>{team.affiliation}</p>}
        {(team?.location ?? team?.label) == null ? null : (
          <p className={styles.seat}>{team?.location ?? team?.label}</p>
        )}
      </header>
      <dl>
        <dt>Address</dt>
        <dd>{window.location.origin}</dd>
        <dt>Username</dt>
        <dd>
          <code>{username}</code>
        </dd>
        <dt>Password</dt>
        <dd>
          <code>{password}</code>
        </dd>
      </dl>
    </article>
  );
}
