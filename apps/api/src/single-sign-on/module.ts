/** Logins that a trusted proxy or an OpenID provider vouches for. */
import type { AccountsModule } from '../accounts/module.ts';
import type { Events } from '../events/module.ts';
import type { App } from '../platform/http/app-type.ts';
import type { Platform } from '../platform/module.ts';
import { OidcLogin } from './oidc-login.ts';
import { singleSignOnRoutes } from './single-sign-on-routes.ts';

export interface SingleSignOnModule {
  readonly routes: (app: App) => Promise<void>;
}

export function openSingleSignOn(
  { config, database, log }: Platform,
  { units }: Events,
  accounts: AccountsModule,
): SingleSignOnModule {
  const { singleSignOn, secret } = config;
  const oidc =
    singleSignOn.oidc === null ? null : new OidcLogin(singleSignOn.oidc, { secret, database, units, log });
  return {
    routes: (scope) => singleSignOnRoutes(scope, { config: singleSignOn, database, accounts, oidc }),
  };
}
