/** A real OpenID provider on this machine, and a browser that logs in at it, for tests. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

export type Claims = Readonly<Record<string, unknown>>;

export class TestOpenIdProvider implements AsyncDisposable {
  readonly issuer: string;
  readonly clientId = 'sandglass';
  readonly clientSecret = 'a secret of the client';
  readonly #server: Server;

  private constructor(server: Server, issuer: string) {
    this.#server = server;
    this.issuer = issuer;
  }

  /**
   * @param claims by the name with which somebody logs in
   * @param redirectUri as the api sends it; known once the api listens
   */
  static async start(
    claims: Readonly<Record<string, Claims>>,
    redirectUri: string,
  ): Promise<TestOpenIdProvider> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const issuer = `http://127.0.0.1:${port}`;
    const started = new TestOpenIdProvider(server, issuer);
    const provider = new Provider(issuer, {
      clients: [
        {
          client_id: started.clientId,
          client_secret: started.clientSecret,
          redirect_uris: [redirectUri],
          grant_types: ['authorization_code'],
          response_types: ['code'],
        },
      ],
      claims: {
        openid: ['sub'],
        profile: ['preferred_username', 'name'],
        email: ['email', 'email_verified'],
      },
      pkce: { required: () => true },
      cookies: { keys: ['of the test'] },
      findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ sub, ...claims[sub] }) }),
    });
    const answer = provider.callback();
    server.on('request', (request, response) => void answer(request, response));
    return started;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

/** Keeps cookies and follows redirects, one by one. */
export class TestBrowser {
  readonly #cookies = new Map<string, string>();

  async visit(url: string, form?: Readonly<Record<string, string>>): Promise<Response> {
    const { origin } = new URL(url);
    const own = [...this.#cookies]
      .filter(([key]) => key.startsWith(`${origin} `))
      .map(([, cookie]) => cookie);
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: own.join('; ') },
      ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      this.#cookies.set(`${origin} ${pair.split('=')[0] ?? ''}`, pair);
    }
    return response;
  }

  cookie(origin: string, name: string): string | undefined {
    return this.#cookies.get(`${origin} ${name}`);
  }

  forget(): void {
    this.#cookies.clear();
  }

  /** Where a redirect leads. */
  static next(from: string, response: Response): string {
    return new URL(response.headers.get('location') ?? '', from).href;
  }

  /**
   * From the address of the provider to the one with which it sends the browser back.
   * @param who logs in there; null: refuses
   */
  async logInAtProvider(url: string, who: string | null, backTo: string): Promise<string> {
    let at = url;
    for (let step = 0; step < 12; step += 1) {
      if (at.startsWith(backTo)) return at;
      const page = await this.visit(at);
      if (page.status >= 300 && page.status < 400) {
        at = TestBrowser.next(at, page);
        continue;
      }
      const text = await page.text();
      if (page.status !== 200) throw new Error(`${at}: ${page.status} ${text.slice(0, 300)}`);
      if (who === null) {
        at = TestBrowser.next(at, await this.visit(`${at}/abort`));
        continue;
      }
      const prompt = text.includes('value="login"')
        ? { prompt: 'login', login: who, password: 'x' }
        : { prompt: 'consent' };
      at = TestBrowser.next(at, await this.visit(at, prompt));
    }
    throw new Error(`the provider has not sent the browser back: ${at}`);
  }
}
