import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { expiredSession, fakeFetch, json, lostConnection, refusal } from '../support/fake-api.ts';
import { API_ERRORS } from '../../../contract/errors.ts';
import { ConnectionError } from '../../../web/src/api/errors.ts';
import { request } from '../../../web/src/api/request.ts';
import { listThumbnails } from '../../../web/src/api/thumbnails.ts';
import { notify } from '../../../web/src/ui/notify.ts';
import { cognito } from '../support/sign-in-stubs.ts';

const readCredits = () => request('readCredits', {});

describe('request', () => {
  it('sends the id token, the method and the body of the endpoint', async () => {
    const calls = fakeFetch(() => json({ ok: true }));

    const response = await request('generateThumbnail', { body: { prompt: 'a', userId: 'u' } });

    expect(response).toEqual({ ok: true });
    expect(calls).toMatchObject([
      {
        method: 'POST',
        url: '/api/generate-thumbnail',
        authorization: 'Bearer token',
        contentType: 'application/json',
        body: { prompt: 'a', userId: 'u' },
      },
    ]);
  });

  it('sends neither a body nor its type to an endpoint without one', async () => {
    const calls = fakeFetch(() => json({ credits: 1 }));

    await readCredits();

    expect(calls).toMatchObject([{ method: 'GET', url: '/api/credits', contentType: null, body: undefined }]);
  });

  it('escapes the parameters of the path', async () => {
    const calls = fakeFetch(() => json({}));

    await request('readThumbnail', { params: { id: 'a/b' } });

    expect(calls[0]?.url).toBe('/api/thumbnails/a%2Fb');
  });

  it('sends the query and returns the response', async () => {
    const calls = fakeFetch(() => json({ thumbnails: [{ id: 'a', url: 'https://images.test/a.png' }] }));

    expect(await listThumbnails(4)).toEqual({ thumbnails: [{ id: 'a', url: 'https://images.test/a.png' }] });
    expect(calls[0]?.url).toBe('/api/thumbnails?limit=4');
  });

  it('throws the error of the API and keeps the session', async () => {
    fakeFetch(() => refusal('insufficient_credits'));

    await expect(readCredits()).rejects.toMatchObject({ code: 'insufficient_credits' });
    expect(cognito.signOut).not.toHaveBeenCalled();
  });

  it('ends the session on the 401 of API Gateway', async () => {
    fakeFetch(() => expiredSession());
    const showError = vi.spyOn(notify, 'error').mockReturnValue(undefined);
    onTestFinished(() => showError.mockRestore());

    const message = `${API_ERRORS.unauthorized.clause}.`;
    await expect(readCredits()).rejects.toMatchObject({ code: 'unauthorized', message });
    await vi.waitFor(() => expect(cognito.signOut).toHaveBeenCalledOnce());
    expect(showError.mock.calls).toEqual([[message, { id: 'session-ended' }]]);
  });

  it('sends nothing for a visitor', async () => {
    cognito.readIdToken.mockResolvedValueOnce(undefined);
    const calls = fakeFetch(() => json({}));

    await expect(readCredits()).rejects.toMatchObject({ code: 'unauthorized' });
    expect(calls).toEqual([]);
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
