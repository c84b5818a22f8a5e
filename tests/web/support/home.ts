import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, vi } from 'vitest';
import type { ReadThumbnailResponse } from '#contract/endpoints/schemas.ts';
import type { Thumbnail } from '../../../web/src/api/thumbnails.ts';
import type { StoredGeneration } from '../../../web/src/generations/reduce.ts';
import { json } from './fake-api.ts';
import type { FakeCall } from './fake-api.ts';
import { ADA, fakeApi, imageUrl, lastPart, openPage, signIn, storedThumbnail } from './site.tsx';
import type { SiteHandlers } from './site.tsx';

/** Signs in and opens the home page. */
export function openHome(handlers: SiteHandlers = {}, storedIds: string[] = []) {
  const calls = fakeApi(handlers);
  storeHistory(storedIds);
  signIn();
  openPage();
  return calls;
}

export function storeHistory(ids: string[], ownerId = ADA.id) {
  const entries = ids.map((id) => ({ id, url: imageUrl(id), userId: ownerId }));
  localStorage.setItem('thumbnailHistory', JSON.stringify(entries));
}

export const promptInput = () =>
  screen.getByPlaceholderText<HTMLTextAreaElement>(
    'Enter thumbnail idea or YouTube channel / video to use as reference',
  );
export const typePrompt = (text: string) => fireEvent.change(promptInput(), { target: { value: text } });
export const generateButton = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Generat/ });

export const pressGenerate = () => fireEvent.click(generateButton());
export const generate = (prompt = 'a castle') => {
  typePrompt(prompt);
  pressGenerate();
};
export const preview = () => screen.getByRole('region', { name: 'Preview' });
/** Waits for the image in the preview, and for its buttons, whose code loads lazily. */
export async function findImage() {
  const image = await screen.findByAltText<HTMLImageElement>('Generated thumbnail');
  await screen.findAllByRole('button', { name: 'Download' });
  return image;
}
/** The tiles, without the buttons on them. */
export const previousButtons = () =>
  within(screen.getByRole('region', { name: 'Previous Thumbnails' }))
    .queryAllByRole('button')
    .filter((button) => button.hasAttribute('aria-pressed'));
export const waitForPrevious = (count: number) =>
  waitFor(() => expect(previousButtons()).toHaveLength(count));
export const storedIds = () =>
  (JSON.parse(localStorage.getItem('thumbnailHistory') ?? '[]') as { id: string }[]).map(({ id }) => id);

/** A history that has nothing but its entries. */
export const fakeHistory = (entries: readonly Thumbnail[] = [], isReady = true) => ({
  isReady,
  entries,
  find: (id: string) => entries.find((entry) => entry.id === id),
  findReplaced: () => [],
  add: vi.fn(),
  onImageLoad: vi.fn(),
  onImageError: vi.fn(),
});

/** The state of a waiting generation in the API, and the text with which the site shows its place. */
export const IN_LINE = { status: 'waiting', ahead: 3, estimatedSeconds: 38 } as const;
export const PLACE = '3 ahead of you, about 40 seconds';

/** The id that a request for a generation sends. */
export const readId = ({ body }: FakeCall) => (body as { generationId: string }).generationId;

/** Answers a request for a generation: it waits. */
export const startWaiting = (call: FakeCall) => json({ ...IN_LINE, generationId: readId(call) }, 202);

/** The fields of a generation that change between the polls. */
export type Poll = Partial<ReadThumbnailResponse>;

/** Answers the polls of a generation. */
export const answer = (poll: () => Poll) => (call: FakeCall) =>
  json(storedThumbnail(lastPart(call), { prompt: 'a castle', url: undefined, ...poll() }));

/** Lets the time of one poll pass. The timers are fake. */
export const passTime = () => act(() => vi.advanceTimersByTimeAsync(4_000));

/** Stores generations that an earlier visit has started a minute ago with one press of a button. */
export const storeRuns = (ids = ['g1'], { userId = ADA.id, isWatched = true } = {}) =>
  localStorage.setItem(
    'pendingGenerations',
    JSON.stringify(
      ids.map((id) => ({
        id,
        kind: 'image',
        userId,
        batchId: 'b1',
        startedAt: Date.now() - 60_000,
        isWatched,
      })),
    ),
  );

/** The generations that the next visit resumes. */
export const storedRuns = () =>
  JSON.parse(localStorage.getItem('pendingGenerations') ?? '[]') as StoredGeneration[];

/** The input of every thumbnail of `openWithThumbnail`. */
export const RECORD = { prompt: 'a castle', negativePrompt: 'blur', model: 'large' };

/** Answers a request for a stored thumbnail. */
export const readRecord = (call: FakeCall) => json(storedThumbnail(lastPart(call), RECORD));

/** Opens the home page with the last of the thumbnails in the preview, and its costs. */
export async function openWithThumbnail(handlers: SiteHandlers = {}, ids = ['a']) {
  const calls = openHome({ readThumbnail: readRecord, ...handlers }, ids);
  await findImage();
  await screen.findByRole('button', { name: 'Another 2 credits' });
  return calls;
}

/** Fills the form of that page with its input, and chooses three images. */
export function chooseThree() {
  typePrompt(RECORD.prompt);
  fireEvent.change(screen.getByLabelText('Negative prompt'), { target: { value: RECORD.negativePrompt } });
  fireEvent.change(screen.getByLabelText('Model'), { target: { value: RECORD.model } });
  fireEvent.click(screen.getByRole('radio', { name: 'Three images' }));
}

/** Generates three images on that page. @param balance by default just enough for them. */
export async function startVersions(handlers: SiteHandlers = {}, balance = 6) {
  const calls = await openWithThumbnail({ readCredits: () => json({ credits: balance }), ...handlers });
  await screen.findByText(String(balance));
  chooseThree();
  pressGenerate();
  return calls;
}
