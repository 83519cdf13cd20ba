import { Button, Checkbox } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Section } from '../../components/page.tsx';
import styles from './contest-control.module.css';

/** The whole contest as a file. The browser saves it while it comes, and shows how far it is. */
export function ContestPackage({ contest }: { contest: string }): ReactNode {
  const [withHashes, setWithHashes] = useState(false);
  const query = withHashes ? '?passwordHashes=true' : '';
  return (
    <Section title="The contest as a file">
      <div className={styles.stack}>
        <p className={styles.quiet}>
          A package with everything: times, teams, problems, submissions and judgings. Another installation
          imports it on its page <em>Administration</em>.
        </p>
        <Checkbox
          label="With the hashes of the teams’ passwords"
          description="Who has such a file can try passwords against them: keep it as you keep the passwords."
          checked={withHashes}
          onChange={(event) => setWithHashes(event.currentTarget.checked)}
        />
        <div className={styles.answer}>
          <Button
            component="a"
            variant="default"
            href={`/api/admin/contests/${encodeURIComponent(contest)}/package${query}`}
            download={`${contest}.zip`}
          >
            Download the package
          </Button>
        </div>
      </div>
    </Section>
  );
}
