/**
 * A judgehost over an untrusted network: https to the api and rediss to Redis, both ended by a proxy whose certificate is
 * signed by an authority of the contest's own.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { createServer, type Server } from 'node:tls';
import { freePort } from '@sandglass/local-services';
import { checkoutRoot, startStack, waitFor, type TestStack } from '@sandglass/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand, whyNoSandbox } from '../testing/run-command.ts';
import { manage } from './manage.ts';

/** A proxy that speaks TLS to the world and plainly to what is behind it. */
class Terminator {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(server: Server) {
    this.#server = server;
  }

  static async listen(
    port: number,
    certificate: { cert: Buffer; key: Buffer },
    inside: () => Socket,
  ): Promise<Terminator> {
    const server = createServer(certificate);
    const terminator = new Terminator(server);
    server.on('secureConnection', (outer) => {
      const inner = inside();
      for (const [one, other] of [
        [outer, inner],
        [inner, outer],
      ] as const) {
        terminator.#sockets.add(one);
        one.pipe(other);
        one.on('error', () => other.destroy());
        one.on('close', () => {
          terminator.#sockets.delete(one);
          other.destroy();
        });
      }
    });
    // A client that does not trust the server closes the connection.
    server.on('tlsClientError', () => {});
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return terminator;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  close(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }
}

/** An authority (`ca.pem`) and what it signed for this machine by name and by address. */
function makeCertificates(folder: string): { cert: Buffer; key: Buffer } {
  const openssl = (words: string): void => {
    execFileSync('openssl', words.split(' '), { cwd: folder, stdio: 'pipe' });
  };
  const newKey = '-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout';
  writeFileSync(join(folder, 'names'), 'subjectAltName=DNS:localhost,IP:127.0.0.1\n');
  openssl(`req -x509 ${newKey} ca.key -out ca.pem -days 2 -subj /CN=Contest`);
  openssl(`req ${newKey} server.key -out server.csr -subj /CN=judge`);
  openssl(
    'x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -extfile names -days 2 -out server.pem',
  );
  return { cert: readFileSync(join(folder, 'server.pem')), key: readFileSync(join(folder, 'server.key')) };
}

const without = whyNoSandbox();

describe.skipIf(without !== null)('a judgehost over https and rediss with an authority of our own', () => {
  let folder: string;
  let stack: TestStack;
  let https: Terminator;
  let rediss: Terminator;
  let host: ChildProcess | undefined;
  let trusting: NodeJS.ProcessEnv;
  let untrusting: NodeJS.ProcessEnv;

  beforeAll(async () => {
    folder = mkdtempSync('/tmp/sandglass-tls-');
    // The judgehost's own user reads the authority's certificate.
    chmodSync(folder, 0o755);
    const certificate = makeCertificates(folder);
    const redisPort = await freePort();
    stack = await startStack({
      problems: ['sum'],
      judgehost: false,
      address: '127.0.0.1',
      // By address: the name in a certificate may be one.
      apiSettings: { SANDGLASS_JUDGEHOST_REDIS_URL: `rediss://127.0.0.1:${String(redisPort)}` },
    });
    https = await Terminator.listen(0, certificate, () => createConnection(stack.stack.port, '127.0.0.1'));
    rediss = await Terminator.listen(redisPort, certificate, () =>
      createConnection(stack.stack.redis?.socket ?? ''),
    );
    trusting = { ...process.env, NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem') };
    untrusting = { ...process.env };
    delete untrusting['NODE_EXTRA_CA_CERTS'];
  });
  afterAll(async () => {
    if (host !== undefined && host.exitCode === null) {
      host.kill('SIGTERM');
      await once(host, 'exit');
    }
    https?.close();
    rediss?.close();
    await stack?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function invitation(name: string): Promise<string> {
    const passwordFile = join(folder, 'password');
    writeFileSync(passwordFile, stack.adminLogin.password, { mode: 0o600 });
    const lines = await manage('invite', [], { url: stack.url, user: 'admin', passwordFile, name });
    return / (\S+) --name /.exec(lines.at(-1) ?? '')?.[1] ?? '';
  }

  const address = (): string => `https://localhost:${String(https.port)}`;

  it('does not give its token to a server it cannot trust, and says what to set', async () => {
    const token = await invitation('wary');
    const argv = ['judgehost', 'join', address(), token, '--name', 'wary', '--data', join(folder, 'wary')];
    const refused = await runCommand([...argv, '--no-start'], { env: untrusting });
    expect(refused.status).toBe(1);
    expect(refused.stderr).toContain(`${address()} cannot be reached`);
    expect(refused.stderr).toContain('NODE_EXTRA_CA_CERTS=/path/ca.pem');
    // The invitation is as good as before.
    const joined = await runCommand([...argv, '--no-start'], { env: trusting });
    expect(joined.stdout, joined.stderr).toContain(`joined ${address()} as wary`);

    // A host that has joined and then lost its authority says the same in its log, and goes on trying.
    const log = await startHost(['judgehost', '--data', join(folder, 'wary'), '--slots', '1'], untrusting);
    await waitFor(
      'the host to say why it cannot register',
      () => Promise.resolve(/ca\.pem/.test(log())),
      60_000,
    );
    expect(log()).toMatch(/not registered yet/);
    expect(log()).toMatch(/HOST_API_UNREACHABLE|cannot be reached: its certificate/);
    await endHost();
  });

  it('says the same of a Redis it cannot trust', async () => {
    const tokenFile = join(folder, 'token');
    writeFileSync(tokenFile, (await stack.admin.createJudgehost('half-trusting')).token, { mode: 0o600 });
    const data = join(folder, 'half-trusting');
    const log = await startHost(
      ['judgehost', '--url', stack.url, '--token-file', tokenFile, '--name', 'half-trusting', '--data', data],
      untrusting,
    );
    await waitFor(
      'the host to say why it has no queue',
      () => Promise.resolve(/Redis cannot be reached: its certificate.*NODE_EXTRA_CA_CERTS/.test(log())),
      60_000,
    );
    await endHost();
  });

  it('joins, is reached by the queue as a user of its own, and judges', async () => {
    const token = await invitation('tls-host');
    const data = join(folder, 'tls-host');
    const log = await startHost(
      ['judgehost', 'join', address(), token, '--name', 'tls-host', '--data', data, '--slots', '1'],
      trusting,
    );
    await waitFor('the host to judge', () => Promise.resolve(/"msg":"judging"/.test(log())), 60_000);
    const known = (await stack.admin.judgehosts()).find(({ name }) => name === 'tls-host');
    expect(known).toMatchObject({ online: true, credential: { ownRedisUser: true } });
    const team = stack.client(stack.teams[0] ?? stack.juryLogin);
    const source = readFileSync(
      join(checkoutRoot, 'samples/problems/sum/submissions/accepted/sum.c'),
      'utf8',
    );
    const { id } = await team.submit(stack.contest, {
      problem: (await team.contest(stack.contest)).problems[0]?.label ?? '',
      language: 'c',
      files: [{ name: 'sum.c', content: source }],
    });
    expect((await team.verdictOf(id)).verdict).toBe('AC');
    await endHost();
  });

  /** @returns what it has said so far */
  async function startHost(argv: readonly string[], env: NodeJS.ProcessEnv): Promise<() => string> {
    let said = '';
    const child = spawn(
      join(checkoutRoot, 'node_modules/.bin/node'),
      [join(checkoutRoot, 'apps/cli/src/main.ts'), ...argv],
      { stdio: ['ignore', 'pipe', 'pipe'], env },
    );
    host = child;
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text;
      });
    await once(child, 'spawn');
    return () => said;
  }

  async function endHost(): Promise<void> {
    if (host === undefined) return;
    const ended = once(host, 'exit');
    host.kill('SIGTERM');
    expect((await ended)[0]).toBe(0);
    host = undefined;
  }
});
