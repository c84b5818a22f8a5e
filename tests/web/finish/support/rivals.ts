import { fireEvent, screen, within } from '@testing-library/react';
import { json } from '../../support/fake-api.ts';
import type { SiteHandlers } from '../../support/site.tsx';
import { press } from '../../support/site.tsx';
import { openEditor, openTab, withThumbnail } from './finish-page.ts';

export const A = 'https://youtu.be/aaaaaaaaaaa';
export const B = 'https://youtu.be/bbbbbbbbbbb';
export const field = () =>
  screen.getByRole<HTMLInputElement>('textbox', { name: 'Link to a video or channel' });
export const addLinks = (text: string) => {
  fireEvent.change(field(), { target: { value: text } });
  press('Add');
};
const panel = () => screen.getByRole('region', { name: 'Real rivals' });
export const rows = () =>
  within(panel())
    .queryAllByRole('listitem')
    .map((row) => within(row).getByRole('status').textContent);
export const listTitles = (name: string) =>
  Array.from(
    screen.getByRole('group', { name }).querySelectorAll('.video-title'),
    (title) => title.textContent,
  );

export const found = (videoId: string, more: object = {}) =>
  json({
    kind: 'video' as const,
    videoId,
    title: `Video ${videoId}`,
    author: 'Ada Studio',
    thumbnailURL: `https://video.test/${videoId}.jpg`,
    image: 'AAAA',
    ...more,
  });
const readVideoReference = ({ url }: { url: string }) =>
  found(new URL(url, 'https://site.test').searchParams.get('url')?.slice(-11) ?? '');

/** Opens the tab Preview. Each link to a video leads to a video with its id. */
export async function openPreview(handlers: SiteHandlers = {}) {
  const calls = await openEditor({ ...withThumbnail({}), readVideoReference, ...handlers });
  openTab('Preview');
  await screen.findByRole('textbox', { name: 'Link to a video or channel' });
  return calls;
}
