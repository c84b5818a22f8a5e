// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { API_ERRORS } from '../../../contract/errors.ts';
import { ConnectionError } from '../../../web/src/api/errors.ts';
import { request } from '../../../web/src/api/request.ts';
import { expireSession } from '../../../web/src/session/expire-session.ts';
import { fakeFetch, json, lostConnection, refusal } from '../fake-api.ts';

const readIdToken = vi.hoisted(() => vi.fn<() => Promise<string | undefined>>());
vi.mock('../../../web/src/session/load-cognito.ts', () => ({
  loadCognito: () => Promise.resolve({ readIdToken }),
}));
vi.mock('../../../web/src/session/expire-session.ts', () => ({ expireSession: vi.fn() }));

beforeEach(() => {
  vi.clearAllMocks();
  readIdToken.mockResolvedValue('token-1');
});
afterEach(() => vi.unstubAllGlobals());

describe('request', () => {
  it('sends the id token, the method and the body of the route', async () => {
    const calls = fakeFetch(() => json({ ok: true }));

    const answer = await request('generateThumbnail', { body: { prompt: 'a', userId: 'user-1' } });

    expect(answer).toEqual({ ok: true });
    expect(calls).toEqual([
      {
        method: 'POST',
        url: '/api/generate-thumbnail',
        authorization: 'Bearer token-1',
        body: { prompt: 'a', userId: 'user-1' },
      },
    ]);
  });

  it('fills the path and the query', async () => {
    const calls = fakeFetch(() => json({}));

    await request('readThumbnail', { params: { id: 'a/b' } });
    await request('listThumbnails', { query: { limit: '4' } });

    expect(calls.map(({ url }) => url)).toEqual(['/api/thumbnails/a%2Fb', '/api/thumbnails?limit=4']);
  });

  it('throws what the API refused with', async () => {
    fakeFetch(() => refusal(402, 'insufficient_credits', 'Insufficient credits.'));

    await expect(request('readCredits', {})).rejects.toMatchObject({ code: 'insufficient_credits' });
    expect(expireSession).not.toHaveBeenCalled();
  });

  it("ends the session on the gateway's 401", async () => {
    fakeFetch(() => json({ message: 'Unauthorized' }, 401));

    await expect(request('readCredits', {})).rejects.toMatchObject({
      code: 'unauthorized',
      message: API_ERRORS.unauthorized.message,
    });
    expect(expireSession).toHaveBeenCalledOnce();
  });

  it('does not call at all when nobody is signed in', async () => {
    readIdToken.mockResolvedValue(undefined);
    const calls = fakeFetch(() => json({}));

    await expect(request('readCredits', {})).rejects.toMatchObject({ code: 'unauthorized' });
    expect(calls).toEqual([]);
  });

  it.each([
    ['the connection breaks', () => lostConnection()],
    ['the answer is cut off', () => new Response('{"credi', { status: 200 })],
    ['the gateway gives up', () => json({ message: 'Service Unavailable' }, 503)],
  ])('throws a ConnectionError when %s', async (_case, reply) => {
    fakeFetch(reply);

    await expect(request('readCredits', {})).rejects.toBeInstanceOf(ConnectionError);
  });

  it('throws a ConnectionError when the token cannot be refreshed for want of a network', async () => {
    readIdToken.mockRejectedValue(new Error('Network error'));

    await expect(request('readCredits', {})).rejects.toBeInstanceOf(ConnectionError);
    expect(expireSession).not.toHaveBeenCalled();
  });

  it('gives up after its timeout', async () => {
    vi.stubGlobal(
      'fetch',
      (_url: string, { signal }: { signal: AbortSignal }) =>
        new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason as Error)),
        ),
    );

    await expect(request('readCredits', {}, { timeoutMs: 5 })).rejects.toBeInstanceOf(ConnectionError);
  });

  it("throws the caller's own reason when the caller aborts", async () => {
    const leaving = new AbortController();
    const reason = new Error('left the page');
    fakeFetch(() => {
      leaving.abort(reason);
      return lostConnection();
    });

    await expect(request('readCredits', {}, { signal: leaving.signal })).rejects.toBe(reason);
  });
});
