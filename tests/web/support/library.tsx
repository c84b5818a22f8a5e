import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import type { ThumbnailSummary } from '#contract/endpoints/schemas.ts';
import { json } from './fake-api.ts';
import { fakeApi, listedThumbnail, openLazyPage, signIn, type SiteHandlers } from './site.tsx';

export const summary = (id: string, changes: Partial<ThumbnailSummary> = {}) =>
  listedThumbnail(id, {
    previewURL: `https://images.test/${id}.webp`,
    prompt: `Prompt ${id}`,
    createdAt: new Date().toISOString(),
    ...changes,
  });
export const replyWithList = (...ids: string[]) => json({ thumbnails: ids.map((id) => summary(id)) });
export const openListed = (...thumbnails: ThumbnailSummary[]) =>
  openLibrary({ listThumbnails: () => json({ thumbnails }) });

/** Opens the page of all thumbnails, signed in. @returns the calls of the page. */
export async function openLibrary(handlers: SiteHandlers = {}) {
  const calls = fakeApi(handlers);
  signIn();
  await openLazyPage('/thumbnails');
  return calls;
}

export const names = () => screen.queryAllByRole('checkbox').map((box) => box.getAttribute('aria-label'));
export const waitForCards = (...ids: string[]) =>
  waitFor(() => expect(names()).toEqual(ids.map((id) => `Select: Prompt ${id}`)));
export const card = (id: string) => within(screen.getByText(`Prompt ${id}`).closest('li') as HTMLElement);
export const image = (id: string) => card(id).getByRole<HTMLImageElement>('presentation');
/** The first of the card's buttons with this name: the menu repeats them. */
export const pressOnCard = (id: string, name: string) => {
  const buttons = card(id).getAllByRole('button', { name, hidden: true });
  for (const button of buttons.slice(0, 1)) fireEvent.click(button);
};
