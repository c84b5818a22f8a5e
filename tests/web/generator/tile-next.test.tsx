import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { nextInSeries, storedSeries } from '../../../web/src/lib/series.ts';
import { deferredReply, json } from '../support/fake-api.ts';
import * as home from '../support/home.ts';
import { ADA, fakeApi, listedThumbnail, openPage, press, signIn } from '../support/site.tsx';
import type { SiteHandlers } from '../support/site.tsx';

const THUMBNAILS = ['a', 'b'].map((id) => listedThumbnail(id, { prompt: `Prompt ${id}` }));

async function openHome(handlers: SiteHandlers = {}): Promise<void> {
  fakeApi({ listThumbnails: () => json({ thumbnails: THUMBNAILS }), ...handlers });
  signIn();
  openPage();
  await screen.findByRole('button', { name: 'Next in this series: Prompt b' });
}

it('starts the next thumbnail after a tile that is not shown large', async () => {
  await openHome();
  const tiles = within(screen.getByRole('region', { name: 'Previous Thumbnails' }));
  expect(tiles.getAllByRole('button').map(({ title }) => title)).toEqual([
    'Prompt b',
    'Next in this series',
    'Prompt a',
    'Next in this series',
  ]);

  press('Next in this series: Prompt b');

  expect(await screen.findByRole('group', { name: 'Series' })).toBeTruthy();
  expect(storedSeries.load(ADA.id)).toEqual({
    ...nextInSeries(ADA.id, 'b'),
    begunAt: expect.any(Number) as number,
  });
  await waitFor(() => expect(document.activeElement).toBe(home.promptInput()));
});

it('offers the next thumbnail of a tile only while no generation runs', async () => {
  const reply = deferredReply<'generateThumbnail'>();
  await openHome({ generateThumbnail: () => reply.promise });

  home.typePrompt('A robot');
  press('Generate');

  await waitFor(() =>
    expect(
      screen.getByRole<HTMLButtonElement>('button', { name: 'Next in this series: Prompt b' }).disabled,
    ).toBe(true),
  );
  reply.resolve(json({ imageURL: 'https://images.test/c.png', generationId: 'c' }));
  await waitFor(() =>
    expect(
      screen.getByRole<HTMLButtonElement>('button', { name: 'Next in this series: Prompt b' }).disabled,
    ).toBe(false),
  );
});

it('starts the next thumbnail after one that a full history would replace, and cancels the generation', async () => {
  const thumbnails = ['a', 'b', 'c', 'd'].map((id) => listedThumbnail(id, { prompt: `Prompt ${id}` }));
  await openHome({ listThumbnails: () => json({ thumbnails }) });
  home.typePrompt('A robot');
  press('Generate');
  const dialog = within(await screen.findByRole('dialog', { name: 'Warning!' }));

  dialog.getByRole('button', { name: 'Next in this series' }).click();

  expect(await screen.findByRole('group', { name: 'Series' })).toBeTruthy();
  expect(storedSeries.load(ADA.id)).toEqual({
    ...nextInSeries(ADA.id, 'd'),
    begunAt: expect.any(Number) as number,
  });
  expect(await screen.findByText('Thumbnail generation cancelled.')).toBeTruthy();
  expect(home.promptInput().value).toBe('A robot');
});
