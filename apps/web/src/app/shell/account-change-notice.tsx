import { useLocation } from '@tanstack/react-router';
import { type ReactNode, Suspense, lazy } from 'react';
import { loadCode } from '../../lib/load-code.ts';
import { useAccountChange } from '../../features/session/account-change.ts';
import { useSession } from '../../features/session/session.ts';

const AccountChangeDialog = lazy(async () => ({
  default: (await loadCode(() => import('./account-change-dialog.tsx'))).AccountChangeDialog,
}));

/** In front of every page while the browser is logged in as somebody else than the page's reader. */
export function AccountChangeNotice(): ReactNode {
  const session = useSession();
  const changedTo = useAccountChange();
  const { pathname } = useLocation();
  // The login is one of the ways out.
  if (session === null || changedTo === null || pathname === '/login') return null;
  return (
    <Suspense fallback={null}>
      <AccountChangeDialog from={session} to={changedTo} />
    </Suspense>
  );
}
