import type { LoginRequest } from '@sandglass/contracts';
import { useState } from 'react';
import { logIn } from './session.ts';

export interface Login {
  busy: boolean;
  error: unknown;
  tryLogin: (credentials: LoginRequest) => Promise<boolean>;
}

export function useLogin(): Login {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);

  async function tryLogin(credentials: LoginRequest): Promise<boolean> {
    setBusy(true);
    setError(null);
    try {
      await logIn(credentials);
      return true;
    } catch (failure) {
      setError(failure);
      return false;
    } finally {
      setBusy(false);
    }
  }

  return { busy, error, tryLogin };
}
