/** The OpenID provider: authorization code with PKCE, state and nonce. It is asked for its addresses when somebody first needs them. */
import * as oidc from 'openid-client';
import type { OidcConfig } from '../platform/config/single-sign-on-config.ts';
import type { LoginState } from './login-state.ts';

/** A provider that is away must not hold logins for long, s. */
const timeoutSeconds = 10;

export type Claims = Readonly<Record<string, unknown>>;

export class OidcClient {
  readonly #config: OidcConfig;
  #provider: Promise<oidc.Configuration> | null = null;

  constructor(config: OidcConfig) {
    this.#config = config;
  }

  /** @returns where the browser goes, and what it must bring back */
  async begin(redirect: string): Promise<{ url: URL; state: LoginState }> {
    const provider = await this.#discovered();
    const state = {
      state: oidc.randomState(),
      nonce: oidc.randomNonce(),
      verifier: oidc.randomPKCECodeVerifier(),
      redirect,
    };
    const url = oidc.buildAuthorizationUrl(provider, {
      redirect_uri: this.#config.redirectUri,
      scope: this.#config.scope,
      code_challenge: await oidc.calculatePKCECodeChallenge(state.verifier),
      code_challenge_method: 'S256',
      state: state.state,
      nonce: state.nonce,
    });
    return { url, state };
  }

  /** @param search of the address with which the browser came back. @throws oidc's errors where anything is not as it must be */
  async finish(search: string, { state, nonce, verifier }: LoginState): Promise<Claims> {
    const provider = await this.#discovered();
    const answer = await oidc.authorizationCodeGrant(provider, new URL(this.#config.redirectUri + search), {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    });
    const claims = answer.claims();
    if (claims === undefined) throw new Error('the provider sent no ID token');
    if (claims[this.#config.claim] !== undefined) return claims;
    // Many providers give names at the address for them alone.
    return { ...(await oidc.fetchUserInfo(provider, answer.access_token, claims.sub)), ...claims };
  }

  #discovered(): Promise<oidc.Configuration> {
    const { issuer, clientId, clientSecret } = this.#config;
    this.#provider ??= oidc
      .discovery(
        new URL(issuer),
        clientId,
        undefined,
        clientSecret === null ? oidc.None() : oidc.ClientSecretBasic(clientSecret),
        {
          timeout: timeoutSeconds,
          // The settings allow http on this machine alone.
          ...(issuer.startsWith('http:') ? { execute: [oidc.allowInsecureRequests] } : {}),
        },
      )
      .catch((error: unknown) => {
        // It is asked again by the next who wants to log in.
        this.#provider = null;
        throw error;
      });
    return this.#provider;
  }
}
