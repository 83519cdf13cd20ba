import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { Name } from '../../components/name.tsx';
import { addressOfferQuery } from './session.ts';
import styles from './login-page.module.css';

/** The accounts that may log in from this computer without a password; the only one at once, where its group asks for that. */
export function AddressOffers(props: {
  mayBeAuto: boolean;
  busy: boolean;
  onChosen: (username: string) => void;
}): ReactNode {
  const { mayBeAuto, busy, onChosen } = props;
  // Without an answer there is the form.
  const { data: offer } = useQuery(addressOfferQuery);
  const [first] = offer?.accounts ?? [];
  const auto = mayBeAuto && offer?.auto === true ? first?.username : undefined;
  const tried = useRef(false);
  useEffect(() => {
    if (auto === undefined || tried.current) return;
    tried.current = true;
    onChosen(auto);
  });
  if (offer === undefined || first === undefined) return null;
  return (
    <div className={styles.offers}>
      {offer.accounts.map(({ username, name }) => (
        <Button key={username} size="md" fullWidth loading={busy} onClick={() => onChosen(username)}>
          Continue as&nbsp;
          <Name of={name} />
        </Button>
      ))}
      <p className={styles.or}>This computer needs no password. Or log in with another account:</p>
    </div>
  );
}
