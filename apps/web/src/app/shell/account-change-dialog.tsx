import { Button, Modal } from '@mantine/core';
import type { Session } from '@sandglass/contracts';
import { Link, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { handOver } from '../../features/submit/kept-form.ts';
import styles from './account-change-dialog.module.css';
import { forgetEverything } from '../../features/session/session.ts';

/**
 * The deliberate second step before anything is sent in another name. It cannot be closed, and no button has the focus:
 * who is typing when it appears presses nothing.
 */
export function AccountChangeDialog({ from, to }: { from: Session; to: Session }): ReactNode {
  const router = useRouter();
  const { href } = router.state.location;

  async function goOn(): Promise<void> {
    handOver(from.user.id, to.user.id);
    forgetEverything(to);
    await router.invalidate();
  }

  return (
    <Modal
      opened
      onClose={() => {}}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      centered
      title={`You are now logged in as ${nameOf(to)}.`}
      classNames={{ title: styles.title ?? '' }}
    >
      <p className={styles.words} tabIndex={-1} data-autofocus>
        <strong>Nothing was submitted.</strong> Another tab has logged in with another account, but this page
        belongs to <bdi>{nameOf(from)}</bdi>. What you wrote and chose here is kept.
      </p>
      <div className={styles.ways}>
        <Button
          variant="default"
          renderRoot={(root: object) => <Link to="/login" search={{ redirect: href }} {...root} />}
        >
          Log in as <bdi className={styles.name}>{nameOf(from)}</bdi>
        </Button>
        <Button onClick={() => void goOn()}>
          Continue as <bdi className={styles.name}>{nameOf(to)}</bdi>
        </Button>
      </div>
    </Modal>
  );
}

function nameOf({ user }: Session): string {
  return user.teamName ?? user.displayName;
}
