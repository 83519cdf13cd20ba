import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApiClient, type ApiClient } from './api-client.ts';
import { ApiRefused, ApiUnreachable } from '../platform/errors.ts';
import { FakeApi } from '../testing/fake-api.ts';
import { aHostReport } from '@sandglass/contracts/testing/host-report';

describe('the api as a judgehost uses it', () => {
  let api: FakeApi;
  let client: ApiClient;
  const heartbeat = { slots: [], report: aHostReport(), running: [] };

  beforeEach(async () => {
    api = new FakeApi();
    await api.start();
    client = createApiClient(api.url, api.token);
  });
  afterEach(async () => {
    await client.close();
    await api.stop();
  });

  it('claims a task, and learns that another is not due', async () => {
    const task = api.addTask([['1', '1']]);
    expect(await client.claim(task.id, 0, crypto.randomUUID())).toMatchObject({
      id: task.id,
      fencingToken: 1,
    });
    expect(await client.claim(crypto.randomUUID(), 0, crypto.randomUUID())).toBeNull();
  });

  it('brings the bytes of a file', async () => {
    const { sha256 } = api.addFile('input of a test');
    const stream = await client.file(sha256, new AbortController().signal);
    expect(await text(stream)).toBe('input of a test');
  });

  it('distinguishes a lost lease from everything else', async () => {
    api.reportStatus = 409;
    const report = client.report(crypto.randomUUID(), { fencingToken: 1, runs: [] });
    await expect(report).rejects.toMatchObject({ code: 'HOST_LEASE_LOST' });
  });

  it('reads its token again when it was rotated since, and says so', async () => {
    let stored = api.token;
    const rotated = createApiClient(api.url, stored, () => stored);
    let notices = 0;
    rotated.onNewToken = () => {
      notices += 1;
    };
    await rotated.heartbeat(heartbeat);
    api.token = 'a new token';
    stored = api.token;
    await rotated.heartbeat(heartbeat);
    await rotated.heartbeat(heartbeat);
    expect(notices).toBe(1);
    api.token = 'revoked';
    await expect(rotated.heartbeat(heartbeat)).rejects.toBeInstanceOf(ApiRefused);
    await rotated.close();
  });

  it('reports a refusal, with the api’s code and words', async () => {
    api.token = 'another token';
    const refused = client.heartbeat(heartbeat);
    await expect(refused).rejects.toBeInstanceOf(ApiRefused);
    await expect(refused).rejects.toMatchObject({ status: 401, apiCode: 'TOKEN_UNKNOWN' });
  });

  it('reports an api in trouble as one to be asked again', async () => {
    api.down = true;
    await expect(client.heartbeat(heartbeat)).rejects.toBeInstanceOf(ApiUnreachable);
  });

  it('reports an api that is not there', async () => {
    await api.stop();
    await expect(client.heartbeat(heartbeat)).rejects.toThrow(/cannot be reached: .*ECONNREFUSED/);
    api = new FakeApi();
    await api.start();
  });

  it('refuses an answer that is not as agreed', async () => {
    api.heartbeatAnswer = { serverTime: 'noon' };
    await expect(client.heartbeat(heartbeat)).rejects.toMatchObject({ code: 'HOST_API_ANSWER' });
  });
});
