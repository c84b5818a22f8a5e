import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { deferredReply, json, lostConnection, refusal } from '../../support/fake-api.ts';
import { ADA, press } from '../../support/site.tsx';
import {
  choosePhoto,
  createNow,
  creations,
  cutout,
  openCutouts,
  openDialog,
  stubUploads,
} from '../support/cutouts.ts';
import { readNumber, ID, layerNames, position } from '../support/finish-page.ts';

/** The size of each cut-out in the list. */
const CUTOUT_SIZE = { width: 600, height: 800 };

beforeEach(stubUploads);

/** Starts a cut-out and closes the dialog. @returns the answer of the server, which the test gives later */
async function closeDuringCreation() {
  const reply = deferredReply<'createCutout'>();
  const calls = await openCutouts({ create: () => reply.promise });
  await openDialog();
  await choosePhoto();
  await waitFor(() => expect(creations(calls)).toHaveLength(1));
  press('Close');
  return reply;
}

describe('a new cut-out', () => {
  it('shows its price, and becomes a layer', async () => {
    const calls = await openCutouts();
    await openDialog();
    expect(await screen.findByText(/1 credit, returned if it fails/)).toBeDefined();
    await choosePhoto();

    await waitFor(async () => expect(await layerNames()).toEqual(['Cut-out', 'The image']));
    expect(creations(calls)).toEqual([
      { userId: ADA.id, referenceId: 'upload-1', generationId: expect.any(String) as string },
    ]);
    expect(screen.queryByRole('dialog', { name: 'Add a cut-out' })).toBeNull();
    expect(calls.filter(({ url }) => url === '/api/credits').length).toBeGreaterThan(1);
  });

  it('stands on the lower edge in its own shape, 80 % of the frame high', async () => {
    await import('../../../../web/src/features/finish/editor/placement.ts');
    const ids: string[] = [];
    await openCutouts({
      ids,
      create: (call) => {
        ids.push((call.body as { generationId: string }).generationId);
        return createNow(call);
      },
    });
    await openDialog();
    vi.stubGlobal('createImageBitmap', () => Promise.resolve({ ...CUTOUT_SIZE, close: vi.fn() }));
    await choosePhoto();

    await waitFor(async () => expect(await layerNames()).toEqual(['Cut-out', 'The image']));
    // Until the image of the cut-out has loaded, the field says the height of a square.
    await waitFor(() => expect([...position(), readNumber(/^Height$/)]).toEqual(['333', '432', '576']));
  });

  it('is asked for again with the same id after a lost response', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    let attempts = 0;
    const calls = await openCutouts({
      create: (call) => ((attempts += 1) === 1 ? lostConnection() : createNow(call)),
    });
    await openDialog();
    await choosePhoto();
    await waitFor(() => expect(creations(calls)).toHaveLength(1));
    await act(() => vi.advanceTimersByTimeAsync(2_000));

    await waitFor(async () => expect(await layerNames()).toEqual(['Cut-out', 'The image']));
    const [first, second] = creations(calls);
    expect(second).toEqual(first);
  });

  it('keeps its id at the next press while its outcome is unknown, so that it is paid once', async () => {
    let isLost = true;
    const calls = await openCutouts({ create: (call) => (isLost ? lostConnection() : createNow(call)) });
    await openDialog();
    await choosePhoto();
    await waitFor(() => expect(creations(calls)).toHaveLength(1));
    await act(() => vi.advanceTimersByTimeAsync(70_000));
    expect(
      await screen.findByText('The connection was lost. It may have been made. Try again: it is made once.'),
    ).toBeDefined();
    expect(screen.queryByText(/was not made/)).toBeNull();

    isLost = false;
    await choosePhoto();

    await waitFor(async () => expect(await layerNames()).toEqual(['Cut-out', 'The image']));
    expect(new Set(creations(calls).map(({ generationId }) => generationId)).size).toBe(1);
  });

  it('goes on after its page is left, and says on the next page that it is ready', async () => {
    const reply = await closeDuringCreation();
    fireEvent.click(screen.getByRole('link', { name: 'Support' }));
    await screen.findByRole('heading', { level: 1, name: 'Support' });
    reply.resolve(json({ cutoutId: 'c', url: cutout('c').url }));

    expect(await screen.findByText('Your cut-out is ready. Add a cut-out shows it.')).toBeDefined();
    expect(localStorage.getItem('pendingGenerations')).toBeNull();
  });

  it('is asked for again with the same id after a reload, because its outcome is not known', async () => {
    const stored = {
      ...{ id: 'c1', kind: 'cutout', userId: ADA.id, batchId: 'c1', startedAt: Date.now(), thumbnailId: ID },
      ...{ uploadId: 'upload-9', isWatched: false, cutout: { file: 'me.jpg 1', isPicture: false } },
    };
    localStorage.setItem('pendingGenerations', JSON.stringify([stored]));
    const calls = await openCutouts();

    await waitFor(() => expect(localStorage.getItem('pendingGenerations')).toBeNull());
    expect(creations(calls)).toEqual([{ userId: ADA.id, referenceId: 'upload-9', generationId: 'c1' }]);
    expect(await screen.findByText('Your cut-out is ready. Add a cut-out shows it.')).toBeDefined();
  });

  it('tells its failure also if a later cut-out is shown', async () => {
    const stored = ['earlier', 'later'].map((id) => ({
      ...{ id, kind: 'cutout', userId: ADA.id, batchId: id, startedAt: Date.now(), thumbnailId: ID },
      ...{ uploadId: id, isWatched: false, cutout: { file: `${id}.jpg 1`, isPicture: false } },
    }));
    localStorage.setItem('pendingGenerations', JSON.stringify(stored));
    const [earlier, later] = [deferredReply<'createCutout'>(), deferredReply<'createCutout'>()];
    const calls = await openCutouts({
      create: (call) => (creations([call])[0]?.generationId === 'later' ? later : earlier).promise,
    });
    await openDialog();
    await waitFor(() => expect(creations(calls)).toHaveLength(2));
    earlier.resolve(refusal('model_unavailable', { charge: 'refunded' }));

    expect(await screen.findByText(/^The cut-out was not made/)).toBeDefined();
    expect(screen.getByText('Removing the background...')).toBeDefined();
  });

  it('tells its failure also if its dialog was closed meanwhile', async () => {
    const reply = await closeDuringCreation();
    reply.resolve(refusal('model_unavailable', { charge: 'refunded' }));

    expect(await screen.findByText(/^The cut-out was not made/)).toBeDefined();
  });

  it('tells its failure also if it goes on under the id of a failure that is not shown any more', async () => {
    let isLost = true;
    const calls = await openCutouts({
      create: () => (isLost ? lostConnection() : refusal('model_unavailable', { charge: 'refunded' })),
    });
    await openDialog();
    await choosePhoto();
    await waitFor(() => expect(creations(calls)).toHaveLength(1));
    await act(() => vi.advanceTimersByTimeAsync(70_000));
    await screen.findByText(/^The connection was lost/);
    isLost = false;
    await choosePhoto();

    expect(await screen.findByText(/^The cut-out was not made/)).toBeDefined();
    expect(new Set(creations(calls).map(({ generationId }) => generationId)).size).toBe(1);
  });

  it('uploads the image again, with a new id, when the upload has expired', async () => {
    let attempts = 0;
    const calls = await openCutouts({
      create: (call) => ((attempts += 1) === 1 ? refusal('reference_not_found') : createNow(call)),
    });
    await openDialog();
    await choosePhoto();

    await waitFor(async () => expect(await layerNames()).toEqual(['Cut-out', 'The image']));
    expect(new Set(creations(calls).map(({ generationId }) => generationId)).size).toBe(2);
    expect(calls.filter(({ url }) => url === '/api/reference-images')).toHaveLength(2);
  });

  it('says why it was not made', async () => {
    await openCutouts({ create: () => refusal('insufficient_credits') });
    await openDialog();
    await choosePhoto();

    expect(await screen.findByText(/^The cut-out was not made: Insufficient credits\./)).toBeDefined();
    expect(await layerNames()).toEqual(['The image']);
  });

  it('asks once whether the creator may use the image', async () => {
    localStorage.removeItem('referenceConsent');
    const calls = await openCutouts();
    await openDialog();
    await choosePhoto();
    expect(screen.getByRole('dialog', { name: 'May you use this image?' }).textContent).toContain(
      'Upload only images that are yours or that you may use: they are processed in the United States only to remove their background, and deleted within a day.',
    );
    press('Cancel');
    await choosePhoto();
    expect(creations(calls)).toEqual([]);
    press('Yes, upload it');

    await waitFor(async () => expect(await layerNames()).toEqual(['Cut-out', 'The image']));
    expect(localStorage.getItem('referenceConsent')).toBe(ADA.id);
  });
});
