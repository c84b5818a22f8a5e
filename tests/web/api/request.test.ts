import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { expiredSession, fakeFetch, json, lostConnection, refusal } from '../support/fake-api.ts';
import { API_ERRORS } from '#contract/errors.ts';
import { ConnectionError } from '../../../web/src/api/errors.ts';
import { request } from '../../../web/src/api/request.ts';
import { listThumbnails } from '../../../web/src/api/read-thumbnails.ts';
import { sessionStore } from '../../../web/src/session/session-store.ts';
import { notify } from '../../../web/src/ui/notify.ts';
import { cognito } from '../support/sign-in-stubs.ts';

const readCredits = () => request('readCredits', {});

describe('request', () => {
  const body = { prompt: 'a', userId: 'u' };

  it.each<[what: string, call: () => Promise<unknown>, sent: object]>([
    [
      'the body and its type',
      () => request('generateThumbnail', { body }),
      { method: 'POST', url: '/api/generate-thumbnail', contentType: 'application/json', body },
    ],
    [
      'neither a body nor its type to an endpoint without one',
      readCredits,
      { method: 'GET', url: '/api/credits', contentType: null, body: undefined },
    ],
    [
      'escaped parameters of the path',
      () => request('readThumbnail', { params: { id: 'a/b' } }),
      { url: '/api/thumbnails/a%2Fb' },
    ],
    ['the query', () => listThumbnails(4), { url: '/api/thumbnails?limit=4' }],
  ])('sends the id token and %s, and returns the response', async (_, call, sent) => {
    const calls = fakeFetch(() => json({ ok: true }));

    expect(await call()).toEqual({ ok: true });
    expect(calls).toMatchObject([{ authorization: 'Bearer token', ...sent }]);
  });

  it('throws the error of the API and keeps the session', async () => {
    fakeFetch(() => refusal('insufficient_credits'));

    await expect(readCredits()).rejects.toMatchObject({ code: 'insufficient_credits' });
    expect(cognito.signOut).not.toHaveBeenCalled();
  });

  it('ends the session on the 401 of API Gateway', async () => {
    fakeFetch(() => expiredSession());
    sessionStore.set({ status: 'signed-in', user: { id: 'u', email: '' } });
    const showError = vi.spyOn(notify, 'error').mockReturnValue(undefined);
    onTestFinished(() => showError.mockRestore());

    const message = `${API_ERRORS.unauthorized.clause}.`;
    await expect(readCredits()).rejects.toMatchObject({ code: 'unauthorized', message });
    await vi.waitFor(() => expect(cognito.signOut).toHaveBeenCalledOnce());
    expect(showError.mock.calls).toEqual([[message, { id: 'session-ended' }]]);
  });

  it('sends nothing for a visitor, and keeps the message about the end of the session', async () => {
    cognito.readIdToken.mockResolvedValueOnce(undefined);
    const calls = fakeFetch(() => json({}));
    const showError = vi.spyOn(notify, 'error');
    onTestFinished(() => showError.mockRestore());

    await expect(readCredits()).rejects.toMatchObject({ code: 'unauthorized' });
    expect(calls).toEqual([]);
    expect(showError).not.toHaveBeenCalled();
  });

  it.each([
    ['the connection is lost', () => lostConnection()],
    ['the response is cut off', () => new Response('{"credi', { status: 200 })],
    ['API Gateway times out', () => json({ message: 'Service Unavailable' }, 503)],
  ])('throws a ConnectionError when %s', async (_case, reply) => {
    fakeFetch(reply);

    await expect(readCredits()).rejects.toBeInstanceOf(ConnectionError);
    expect(cognito.signOut).not.toHaveBeenCalled();
  });

  it('throws a ConnectionError when the token cannot be refreshed without a network', async () => {
    cognito.readIdToken.mockRejectedValueOnce(new Error('Network error'));

    await expect(readCredits()).rejects.toBeInstanceOf(ConnectionError);
    expect(cognito.signOut).not.toHaveBeenCalled();
  });

  it('throws a ConnectionError after its timeout', async () => {
    vi.stubGlobal(
      'fetch',
      (_url: string, { signal }: { signal: AbortSignal }) =>
        new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason as Error)),
        ),
    );

    const { signal } = new AbortController();
    for (const options of [{ timeoutMs: 5 }, { timeoutMs: 5, signal }])
      await expect(request('readCredits', {}, options)).rejects.toBeInstanceOf(ConnectionError);
  });

  it("throws the caller's own reason when the caller aborts", async () => {
    const pageLeft = new AbortController();
    const reason = new Error('left the page');
    fakeFetch(() => {
      pageLeft.abort(reason);
      return lostConnection();
    });

    await expect(request('readCredits', {}, { signal: pageLeft.signal })).rejects.toBe(reason);
  });
});
