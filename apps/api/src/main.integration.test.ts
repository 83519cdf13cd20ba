import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { freePort } from '@sandglass/local-services';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServices, type Services } from './testing/services.ts';

const main = fileURLToPath(new URL('main.ts', import.meta.url));
let services: Services;
let child: ChildProcess | undefined;

beforeAll(async () => {
  services = await startServices();
});

afterAll(async () => {
  child?.kill('SIGKILL');
  await services?.[Symbol.asyncDispose]();
});

function start(environment: Record<string, string>): ChildProcess {
  child = spawn(process.execPath, [main], {
    env: { PATH: process.env['PATH'] ?? '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return child;
}

async function lineWith(process: ChildProcess, message: string): Promise<Record<string, unknown>> {
  if (process.stdout === null) throw new Error('no output');
  for await (const line of createInterface(process.stdout)) {
    const entry = JSON.parse(line) as Record<string, unknown>;
    if (entry['msg'] === message) return entry;
  }
  throw new Error(`the process ended without saying "${message}"`);
}

describe('the api as a process', () => {
  it('refuses a wrong setting by name and ends with status 2', async () => {
    const process = start({ DATABASE_URL: 'oracle://x' });
    let text = '';
    process.stderr?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    const [status] = (await once(process, 'close')) as [number];
    expect(status).toBe(2);
    expect(text).toContain('DATABASE_URL: must be a PostgreSQL address');
    expect(text).toContain('REDIS_URL');
  });

  it('says when it listens, serves the web app, and stops in order on SIGTERM', async () => {
    const web = join(services.folder, 'web');
    mkdirSync(join(web, 'assets'), { recursive: true });
    writeFileSync(join(web, 'index.html'), '<!doctype html><title>web app</title>');
    writeFileSync(join(web, 'assets/app-1234.js'), 'export {};');
    const port = String(await freePort());
    const process = start({
      DATABASE_URL: services.databaseUrl,
      REDIS_URL: services.redisUrl,
      PORT: port,
      SANDGLASS_DATA: join(services.folder, 'main'),
      SANDGLASS_SECRET: 'a secret of a test',
      SANDGLASS_ADMIN_PASSWORD: 'admin-password',
      SANDGLASS_WEB_ROOT: web,
    });
    await lineWith(process, 'listening');
    const url = `http://127.0.0.1:${port}`;
    const html = { accept: 'text/html' };
    expect((await fetch(`${url}/api/ready`)).status).toBe(200);

    const page = await fetch(`${url}/contests/main/scoreboard`, { headers: html });
    expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(await page.text()).toContain('web app');
    const asset = await fetch(`${url}/assets/app-1234.js`);
    expect(asset.headers.get('cache-control')).toContain('immutable');
    expect((await fetch(`${url}/assets/gone.js`)).status).toBe(404);
    const unknown = await fetch(`${url}/api/unknown`, { headers: html });
    expect([unknown.status, unknown.headers.get('content-type')]).toEqual([404, 'application/problem+json']);
    expect((await fetch(`${url}/..%2f..%2fetc/passwd`)).status).toBeGreaterThanOrEqual(400);

    const ended = once(process, 'exit');
    const asked = Date.now();
    process.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(Date.now() - asked).toBeLessThan(8000);
  });
});
