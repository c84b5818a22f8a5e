import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ReadThumbnailResponse } from '#contract/endpoints/schemas.ts';
import { VISITOR } from '../../../web/src/session/session-store.ts';
import { listSeriesLayers } from '../../../web/src/features/generator/model/read-series.ts';
import { NOT_STARTED } from '../../../web/src/generations/generation.ts';
import { nextInSeries, sameReference } from '../../../web/src/lib/series.ts';
import { createShapeLayer, createTextLayer } from '../../../web/src/features/finish/editor/new-layers.ts';
import { CUTOUT_LAYER } from '../../support/designs.ts';
import { stubBrowser } from '../finish/support/finish-page.ts';
import { deferredReply, json, refusal } from '../support/fake-api.ts';
import type { FakeCall } from '../support/fake-api.ts';
import * as home from '../support/home.ts';
import {
  ADA,
  fakeApi,
  generated,
  imageUrl,
  lastPart,
  listedThumbnail,
  openPage,
  postCalls,
  press,
  setSession,
  signIn,
  storedThumbnail,
} from '../support/site.tsx';
import type { SiteHandlers } from '../support/site.tsx';

const TEXT = { ...createTextLayer('018f0000-0000-7000-8000-000000000001'), text: 'A castle' };
const ARROW = createShapeLayer('arrow', '018f0000-0000-7000-8000-000000000002');
const LOGO = {
  ...CUTOUT_LAYER,
  id: '018f0000-0000-7000-8000-000000000003',
  isPicture: true,
  name: 'Logo GX',
};
/** The name of the series is on each of its thumbnails. */
const SERIES_NAME = { ...TEXT, id: '018f0000-0000-7000-8000-000000000004', text: '100 DAYS', size: 60 };
const LAYERS = [SERIES_NAME, TEXT, ARROW, LOGO, CUTOUT_LAYER];
const EMPTY = { ...TEXT, text: '' };

/** Answers with the first thumbnail of the series, which is finished, and with others, which are not. */
const readFirst = (call: FakeCall) => {
  const isFirst = lastPart(call) === 'a';
  const changes: Partial<ReadThumbnailResponse> = isFirst
    ? { name: 'Castle', design: { layers: LAYERS, crop: 0.2 }, designVersion: 1 }
    : {};
  return json(storedThumbnail(lastPart(call), { ...home.RECORD, ...changes }));
};

const card = () => within(screen.getByRole('group', { name: 'Series' }));
const saves = (calls: readonly FakeCall[]) =>
  calls.filter(({ method, url }) => method === 'PUT' && url.endsWith('/design'));

async function openSeries(handlers: SiteHandlers = {}) {
  const calls = await home.openWithThumbnail({ readThumbnail: readFirst, ...handlers });
  press('Next in this series');
  await screen.findByText('Castle');
  return calls;
}

beforeEach(stubBrowser);

describe('the next thumbnail of a series', () => {
  it.each([
    ['all layers, with an empty headline', {}, [SERIES_NAME, EMPTY, ARROW, LOGO, CUTOUT_LAYER]],
    ['only the people', { hasLayout: false }, [CUTOUT_LAYER]],
    ['no people', { hasPeople: false }, [SERIES_NAME, EMPTY, ARROW, LOGO]],
  ])('gets %s', (_, changes, layers) => {
    expect(listSeriesLayers(LAYERS, { ...nextInSeries(ADA.id, 'a'), ...changes })).toEqual(layers);
  });

  it('has no headline in any language, and keeps the size of the headline there', () => {
    const name = { ...SERIES_NAME, translations: { de: { text: '100 TAGE' } } };
    const headline = {
      ...TEXT,
      translations: {
        de: { text: 'Eine Burg', size: 90 },
        fr: { text: 'Un fort', review: 'suggested' as const },
      },
    };

    expect(listSeriesLayers([name, headline], nextInSeries(ADA.id, 'a'))).toEqual([
      name,
      { ...EMPTY, translations: { de: { text: '', size: 90 }, fr: { text: '' } } },
    ]);
  });

  it.each([
    ['keeps the person in a place', {}, { slot: true }],
    ['empties the place of a layout without people', { hasPeople: false }, { slot: true, empty: true }],
  ])('%s', (_, changes, place) => {
    const layers = [{ ...CUTOUT_LAYER, slot: true }];

    expect(listSeriesLayers(layers, { ...nextInSeries(ADA.id, 'a'), ...changes })).toEqual([
      { ...CUTOUT_LAYER, ...place },
    ]);
  });

  it('has the style of the earlier one, and gets its layout when it is there', async () => {
    const calls = await openSeries();
    expect(document.activeElement).toBe(home.promptInput());
    expect(card().getByText('The empty headline waits on the finish page.')).toBeTruthy();
    home.generate('a submarine');

    await waitFor(() => expect(saves(calls)).toHaveLength(1));
    expect(postCalls(calls).map(({ body }) => body)).toMatchObject([
      { prompt: 'a submarine', reference: { kind: 'thumbnail', id: 'a', use: 'style', fidelity: 0.5 } },
    ]);
    expect(saves(calls)[0]?.body).toMatchObject({
      design: { layers: [SERIES_NAME, EMPTY, ARROW, LOGO, CUTOUT_LAYER], crop: 0.5 },
      version: 0,
    });
    expect(screen.queryByRole('group', { name: 'Series' })).toBeNull();
    expect(localStorage.getItem('nextInSeries')).toBeNull();
  });

  it('is shown with its layout as soon as the server has the layout', async () => {
    let saved: Partial<ReadThumbnailResponse> = {};
    await openSeries({
      readThumbnail: (call) =>
        lastPart(call) === 'a'
          ? readFirst(call)
          : json(storedThumbnail(lastPart(call), { ...home.RECORD, ...saved })),
      saveDesign: () => {
        saved = {
          previewURL: imageUrl('with-layout'),
          design: { layers: LAYERS, crop: 0.5 },
          designVersion: 1,
        };
        return json({ version: 1 });
      },
    });
    home.generate('a submarine');

    await waitFor(async () => expect(await home.findImage()).toHaveProperty('src', imageUrl('with-layout')));
  });

  it('gets the layout that the earlier one has now, when the page is opened again', async () => {
    const changed = deferredReply<'readThumbnail'>();
    let isChanged = false;
    const calls = await openSeries({
      readThumbnail: (call) =>
        isChanged && lastPart(call) === 'a'
          ? changed.promise.then((reply) => reply.clone() as typeof reply)
          : readFirst(call),
    });
    fireEvent.click(screen.getAllByRole('link', { name: 'Account', hidden: true })[0] ?? document.body);
    await waitFor(() => expect(screen.queryByRole('group', { name: 'Series' })).toBeNull());
    isChanged = true;
    fireEvent.click(screen.getAllByRole('link', { name: 'Create', hidden: true })[0] ?? document.body);
    await screen.findByRole('group', { name: 'Series' });
    home.generate('a submarine');
    await waitFor(() => expect(screen.getByText('Loading the layout...')).toBeTruthy());
    expect(postCalls(calls)).toEqual([]);
    const design = { layers: [ARROW], crop: 0.2 };
    changed.resolve(json(storedThumbnail('a', { ...home.RECORD, design, designVersion: 2 })));

    await waitFor(() => expect(saves(calls)).toHaveLength(1));
    expect(saves(calls)[0]?.body).toMatchObject({ design: { layers: [ARROW] } });
  });

  it('does not end the series that the creator has begun again meanwhile', async () => {
    const reply = deferredReply<'generateThumbnail'>();
    const calls = await openSeries({ generateThumbnail: () => reply.promise });
    home.generate('a submarine');
    await waitFor(() => expect(postCalls(calls)).toHaveLength(1));
    press('Stop waiting');
    await home.findImage();
    press('Next in this series');
    await screen.findByText('Castle');
    reply.resolve(generated(postCalls(calls).map(home.readId)[0] ?? ''));

    await home.waitForPrevious(2);
    await waitFor(() => expect(saves(calls)).toHaveLength(1));
    expect(card().getByText('Castle')).toBeTruthy();
    expect(localStorage.getItem('nextInSeries')).not.toBeNull();
  });

  it('leaves out what the creator turns off', async () => {
    const calls = await openSeries();
    for (const name of ['Style', 'Layout', 'People']) fireEvent.click(card().getByRole('button', { name }));
    home.generate('a submarine');

    await waitFor(() => expect(postCalls(calls)).toHaveLength(1));
    expect(postCalls(calls)[0]?.body).not.toHaveProperty('reference');
    await home.waitForPrevious(2);
    expect(saves(calls)).toEqual([]);
  });

  it('is continued after a sign-out and the next sign-in, before and after the press', async () => {
    await openSeries();
    setSession(VISITOR);
    cleanup();
    const calls = fakeApi({
      readThumbnail: readFirst,
      generateThumbnail: () => refusal('unauthorized'),
    });
    signIn();
    openPage();
    await screen.findByText('Castle');
    home.generate('a submarine');
    await waitFor(() => expect(postCalls(calls)).toHaveLength(1));
    const [id = ''] = postCalls(calls).map(home.readId);
    expect(saves(calls)).toEqual([]);
    setSession(VISITOR);
    cleanup();
    const later = fakeApi({ readThumbnail: readFirst });
    signIn();
    openPage();

    await waitFor(() => expect(saves(later).map(({ url }) => url)).toEqual([`/api/thumbnails/${id}/design`]));
  });

  it('gets its layout also if it belongs to a set, and arrives after the page has said that it was not started', async () => {
    const { clause } = NOT_STARTED;
    const late = {
      ...{ id: 'late', kind: 'image', userId: ADA.id, batchId: 's', setId: 's', startedAt: 1, mark: 'm' },
      ...{ isWatched: true, series: { thumbnailId: 'a', layers: [ARROW] } },
      failure: { code: 'internal', clause, charge: 'none' },
    };
    localStorage.setItem('pendingGenerations', JSON.stringify([late]));
    const thumbnails = ['late', 'b'].map((id) => listedThumbnail(id, { ...home.RECORD, setId: 's' }));
    const calls = home.openHome({ listThumbnails: () => json({ thumbnails }), readThumbnail: readFirst });

    await waitFor(() => expect(saves(calls).map(({ url }) => url)).toEqual(['/api/thumbnails/late/design']));
    expect(await screen.findByText('2 of 2 are ready')).toBeTruthy();
    expect(localStorage.getItem('pendingGenerations')).toBeNull();
  });

  it('says that the earlier thumbnail was deleted after the page had read it', async () => {
    let isDeleted = false;
    const calls = await openSeries({
      readThumbnail: (call) => (isDeleted && lastPart(call) === 'a' ? refusal('not_found') : readFirst(call)),
      generateThumbnail: () => refusal('reference_not_found'),
    });
    isDeleted = true;
    home.generate('a submarine');

    expect(
      await screen.findByText('The earlier thumbnail was deleted. Leave the series to go on.'),
    ).toBeTruthy();
    home.pressGenerate();
    expect(postCalls(calls)).toHaveLength(1);
  });

  it('says that the earlier thumbnail was deleted, and sends nothing until the series is left', async () => {
    localStorage.setItem('nextInSeries', JSON.stringify(sameReference(ADA.id, 'gone', 'style')));
    const calls = home.openHome({
      readThumbnail: (call) => (lastPart(call) === 'gone' ? refusal('not_found') : readFirst(call)),
    });
    expect(
      await screen.findByText('The earlier thumbnail was deleted. Leave the series to go on.'),
    ).toBeTruthy();
    home.generate('a submarine');
    expect(postCalls(calls)).toEqual([]);
    press('Leave the series');
    home.pressGenerate();

    await waitFor(() => expect(postCalls(calls)).toHaveLength(1));
    expect(postCalls(calls)[0]?.body).not.toHaveProperty('reference');
  });
});
