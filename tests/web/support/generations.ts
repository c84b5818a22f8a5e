import { act, screen } from '@testing-library/react';
import { vi } from 'vitest';
import type { StoredRun } from '../../../web/src/features/generator/model/runs.ts';
import { json } from './fake-api.ts';
import type { FakeCall } from './fake-api.ts';
import { ADA, findImage, imageUrl, openHome, press } from './site.tsx';

/** What the API says about a generation that waits, and how the site shows its place. */
export const IN_LINE = { status: 'waiting', ahead: 3, estimatedSeconds: 38 };
export const PLACE = '3 ahead of you, about 40 seconds';

/** The id that a request for a generation sends. */
export const idOf = ({ body }: FakeCall) => (body as { generationId: string }).generationId;

/** Answers a request for a generation: it has an image. */
export const finish = (call: FakeCall) => json({ imageURL: imageUrl('1'), generationId: idOf(call) });

/** Answers a request for a generation: it waits. */
export const startWaiting = ({ body }: FakeCall) =>
  json({ ...IN_LINE, ...(body as { generationId: string }) }, 202);

/** Answers the polls with `poll`, and a cancellation with `cancel`. */
export const answer =
  (poll: () => object, cancel: () => Response = () => json({ canceled: true })) =>
  ({ url, method }: FakeCall) =>
    method === 'POST' ? cancel() : json({ id: url.split('/').at(-1), prompt: 'a castle', ...poll() });

/** Lets the time of one poll pass. The timers are fake. */
export const passTime = () => act(() => vi.advanceTimersByTimeAsync(4_000));

/** Stores generations that an earlier visit has started with one press of a button. */
export const storeRuns = (ids = ['g1'], { userId = ADA.id, isWatched = true } = {}) =>
  localStorage.setItem(
    'pendingGenerations',
    JSON.stringify(ids.map((id) => ({ id, userId, batchId: 'b1', startedAt: Date.now(), isWatched }))),
  );

/** The generations that the next visit resumes. */
export const storedRuns = () => JSON.parse(localStorage.getItem('pendingGenerations') ?? '[]') as StoredRun[];

/** The input of every thumbnail of `openWithThumbnail`. */
export const RECORD = { prompt: 'a castle', negativePrompt: 'blur', model: 'large' };

/** Answers a request for a stored thumbnail. */
export const readRecord = ({ url }: FakeCall) => {
  const id = url.split('/').at(-1) ?? '';
  return json({ id, status: 'succeeded', url: imageUrl(id), ...RECORD });
};

/** Opens the home page with the last of the thumbnails in the preview, and its costs. */
export async function openWithThumbnail(handlers: Parameters<typeof openHome>[0] = {}, ids = ['a']) {
  const calls = openHome({ read: readRecord, ...handlers }, ids);
  await findImage();
  await screen.findByRole('button', { name: 'Three versions 6 credits' });
  return calls;
}

/** Presses Three versions on that page. @param balance by default just enough for them. */
export async function startVersions(handlers: Parameters<typeof openHome>[0] = {}, balance = 6) {
  const calls = await openWithThumbnail({ credits: () => json({ credits: balance }), ...handlers });
  await screen.findByText(String(balance));
  press(/^Three versions/);
  return calls;
}
