import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { LIMITS } from '../../../contract/limits.ts';
import { useSuggestion } from '../../../web/src/features/generator/hooks/use-suggestion.ts';
import { deferred, fakeFetch, json, lostConnection } from '../support/fake-api.ts';

const open = (idea: string) => renderHook((props) => useSuggestion(props.idea), { initialProps: { idea } });

it('a suggestion is requested once, for an idea of the longest length too', async () => {
  const reply = deferred<Response>();
  const calls = fakeFetch(() => reply.promise);
  const { result } = open('x'.repeat(LIMITS.ideaLength));
  expect(result.current).toEqual({ status: 'loading' });

  reply.resolve(json({ prompt: 'a castle at dusk' }));
  await waitFor(() => expect(result.current).toEqual({ status: 'ready', text: 'a castle at dusk' }));
  expect(calls).toHaveLength(1);
});

it('a suggestion for an idea that is too long fails without a retry, and nothing is sent', () => {
  const calls = fakeFetch(lostConnection);
  const { result } = open('x'.repeat(LIMITS.ideaLength + 1));

  expect(result.current).toMatchObject({ status: 'failed', canRetry: false });
  expect(calls).toEqual([]);
});

it('a suggestion offline can be requested again later, and nothing is sent', () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  onTestFinished(() => online.mockRestore());
  const calls = fakeFetch(lostConnection);
  const { result } = open('a castle');

  expect(result.current).toMatchObject({ status: 'failed', canRetry: true });
  expect(calls).toEqual([]);
});

it('the suggestion of the newest idea is shown, and the request of the one before it is canceled', async () => {
  const first = deferred<Response>();
  const second = deferred<Response>();
  const calls = fakeFetch(({ body }) =>
    (body as { prompt: string }).prompt === 'a castle' ? first.promise : second.promise,
  );
  const { result, rerender } = open('a castle');
  await waitFor(() => expect(calls).toHaveLength(1));
  rerender({ idea: 'a city' });
  await waitFor(() => expect(calls).toHaveLength(2));
  expect(calls[0]?.signal?.aborted).toBe(true);

  await act(async () => {
    first.resolve(json({ error: 'Too late', code: 'internal', requestId: 'r' }, 500));
    await first.promise;
  });
  expect(result.current.status).toBe('loading');
  second.resolve(json({ prompt: 'a city at night' }));
  await waitFor(() => expect(result.current).toEqual({ status: 'ready', text: 'a city at night' }));
});
