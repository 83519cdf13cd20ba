import type { LoginRequest } from '@sandglass/contracts';
import { useState } from 'react';
import { logIn, logInByAddress, logInByHeader } from './session.ts';

export interface Login {
  busy: boolean;
  error: unknown;
  tryLogin: (credentials: LoginRequest) => Promise<boolean>;
  /** Without a password, from an address of the account. */
  tryAddress: (username: string) => Promise<boolean>;
  /** As the one whom a trusted proxy names. */
  tryHeader: () => Promise<boolean>;
}

export function useLogin(): Login {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);

  async function attempt(login: () => Promise<void>): Promise<boolean> {
    setBusy(true);
    setError(null);
    try {
      await login();
      return true;
    } catch (failure) {
      setError(failure);
      return false;
    } finally {
      setBusy(false);
    }
  }

  return {
    busy,
    error,
    tryLogin: (credentials) => attempt(() => logIn(credentials)),
    tryAddress: (username) => attempt(() => logInByAddress(username)),
    tryHeader: () => attempt(logInByHeader),
  };
}
