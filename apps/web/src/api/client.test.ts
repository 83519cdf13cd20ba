import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { ApiError, ContractError, NetworkError } from './api-error.ts';
import {
  request,
  setAccountChangedHandler,
  setCsrfRenewal,
  setCsrfToken,
  setPageAccount,
  setUnauthorizedHandler,
} from './client.ts';

const answer = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
const problem = (status: number, code: string, errors?: { path: string; message: string }[]) =>
  answer(status, {
    type: 'x',
    title: 'T',
    status,
    detail: 'D',
    code,
    ...(errors === undefined ? {} : { errors }),
  });

const schema = z.object({ ok: z.boolean() });
const fetching = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.stubGlobal('fetch', fetching);
  setCsrfToken('token-1');
});
afterEach(() => {
  vi.unstubAllGlobals();
  fetching.mockReset();
  setCsrfRenewal(() => Promise.resolve(false));
  setUnauthorizedHandler(() => {});
  setAccountChangedHandler(() => {});
  setPageAccount(null);
});

const headersOf = (call: number) => new Headers(fetching.mock.calls[call]?.[1]?.headers);

describe('a request', () => {
  it('parses the answer, and leaves the csrf token out when it changes nothing', async () => {
    fetching.mockResolvedValueOnce(answer(200, { ok: true }));
    expect(await request(schema, '/api/x', { query: { a: 1, b: undefined, c: '' } })).toEqual({ ok: true });
    expect(fetching.mock.calls[0]?.[0]).toBe('/api/x?a=1');
    expect(headersOf(0).has('x-csrf-token')).toBe(false);
  });

  it('that changes something carries the token', async () => {
    fetching.mockResolvedValueOnce(answer(200, { ok: true }));
    await request(schema, '/api/x', { method: 'POST', json: {} });
    expect(headersOf(0).get('x-csrf-token')).toBe('token-1');
  });

  it('is made once more with the renewed token when only that was out of date', async () => {
    fetching
      .mockResolvedValueOnce(problem(403, 'CSRF_TOKEN_WRONG'))
      .mockResolvedValueOnce(answer(200, { ok: true }));
    setCsrfRenewal(() => {
      setCsrfToken('token-2');
      return Promise.resolve(true);
    });
    expect(await request(schema, '/api/x', { method: 'POST', json: {} })).toEqual({ ok: true });
    expect(headersOf(1).get('x-csrf-token')).toBe('token-2');
  });

  it('says for whom the page was made, and what reads does too', async () => {
    setPageAccount('ada');
    fetching.mockImplementation(() => Promise.resolve(answer(200, { ok: true })));
    await request(schema, '/api/x');
    await request(schema, '/api/x', { method: 'POST', json: {} });
    expect([0, 1].map((call) => headersOf(call).get('x-account-id'))).toEqual(['ada', 'ada']);
  });

  it('that another account of the browser would have made is not repeated, and is made known', async () => {
    const changed = vi.fn<() => void>();
    setAccountChangedHandler(changed);
    fetching.mockResolvedValue(problem(409, 'ACCOUNT_CHANGED'));
    await expect(request(schema, '/api/x', { method: 'POST', json: {} })).rejects.toBeInstanceOf(ApiError);
    expect([fetching.mock.calls.length, changed.mock.calls.length]).toEqual([1, 1]);
  });

  it('is not repeated as somebody else', async () => {
    fetching.mockResolvedValue(problem(403, 'CSRF_TOKEN_WRONG'));
    await expect(request(schema, '/api/x', { method: 'POST', json: {} })).rejects.toBeInstanceOf(ApiError);
    expect(fetching).toHaveBeenCalledTimes(1);
  });

  it('that is refused names the field', async () => {
    fetching.mockResolvedValueOnce(
      problem(422, 'INVALID', [
        { path: 'files[0].name', message: 'is too long' },
        { path: 'language', message: 'is not enabled' },
      ]),
    );
    const error = await request(schema, '/api/x').catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(ApiError);
    if (!(error instanceof ApiError)) return;
    expect(error.field('files')).toBe('is too long');
    expect(error.field('language')).toBe('is not enabled');
    expect(error.field('problem')).toBeNull();
  });

  it('notifies its listener of an ended session', async () => {
    const ended = vi.fn<() => void>();
    setUnauthorizedHandler(ended);
    fetching.mockResolvedValueOnce(problem(401, 'SESSION_MISSING'));
    await expect(request(schema, '/api/x')).rejects.toBeInstanceOf(ApiError);
    expect(ended).toHaveBeenCalledOnce();
  });

  it('distinguishes no connection, an answer without a body and a broken contract', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    fetching.mockRejectedValueOnce(new TypeError('failed'));
    await expect(request(schema, '/api/x')).rejects.toBeInstanceOf(NetworkError);
    fetching.mockResolvedValueOnce(new Response('<html>', { status: 502 }));
    await expect(request(schema, '/api/x')).rejects.toMatchObject({ status: 502, code: 'UNKNOWN' });
    fetching.mockResolvedValueOnce(answer(200, { ok: 'yes' }));
    await expect(request(schema, '/api/x')).rejects.toBeInstanceOf(ContractError);
  });
});
