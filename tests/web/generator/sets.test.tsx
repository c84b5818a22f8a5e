import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ThumbnailSummary } from '#contract/endpoints/schemas.ts';
import { deleteLater, undoDeletions } from '../../../web/src/outbox/deletions.ts';
import { designKey, saveRequest } from '../../../web/src/outbox/designs.ts';
import { outbox } from '../../../web/src/outbox/outbox.ts';
import { TEXT_LAYER } from '../../support/designs.ts';
import * as home from '../support/home.ts';
import { ADA, fakeApi, generated, imageUrl, lastPart, listedThumbnail, openPage } from '../support/site.tsx';
import { findRetry, readBodies, readBody, retry, startWithFailure } from '../support/sets.tsx';
import { postCalls, press, signIn } from '../support/site.tsx';
import { deferredReply, json, lostConnection, refusal } from '../support/fake-api.ts';

describe('a set', () => {
  it('has one id, which each request of the press sends', async () => {
    const calls = await home.startVersions();
    await screen.findByText('3 of 3 are ready');

    const sets = postCalls(calls).map((call) => readBody(call).setId);
    expect(new Set(sets).size).toBe(1);
    expect(sets[0]).toMatch(/^[\da-f-]{36}$/);
  });

  it('asks again for a failed image under another id, in its set', async () => {
    const calls = await startWithFailure();
    const button = await findRetry(2);
    // The second press comes before the page shows the first one.
    act(() => {
      button.click();
      button.click();
    });

    expect(await screen.findByText('3 of 3 are ready')).toBeTruthy();
    const { bodies, at } = readBodies(calls);
    const { generationId } = at(3);
    expect(bodies).toHaveLength(4);
    expect(at(3)).toEqual({ ...at(1), generationId });
    expect(new Set(bodies.map((body) => body.generationId)).size).toBe(4);
    // The images are sorted by their ids after a reload.
    const ids = [0, 3, 2].map((index) => at(index).generationId);
    expect(ids).toEqual([...ids].sort());
    expect(screen.getByAltText('Version 2')).toHaveProperty('src', imageUrl(generationId));
    // A reload would show the failed image again, beside the image that has replaced it.
    expect(home.storedRuns()).toEqual([]);
  });

  it('asks again under the same id while the outcome of an image is unknown, so that it is paid once', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let isLost = true;
    let lostId: string | undefined;
    const calls = await home.startVersions({
      generateThumbnail: (call) => {
        lostId ??= home.readId(call);
        return isLost && home.readId(call) === lostId ? lostConnection() : generated(home.readId(call));
      },
      readThumbnail: (call) =>
        !call.url.endsWith(lostId ?? '-')
          ? home.readRecord(call)
          : isLost
            ? lostConnection()
            : refusal('not_found'),
    });
    await waitFor(() => expect(postCalls(calls)).toHaveLength(3));
    await act(() => vi.advanceTimersByTimeAsync(70_000));
    await screen.findByText('2 of 3 are ready');
    isLost = false;
    await retry(1);
    await act(() => vi.advanceTimersByTimeAsync(4_000));

    expect(await screen.findByText('3 of 3 are ready')).toBeTruthy();
    expect(new Set(postCalls(calls).map(home.readId)).size).toBe(3);
  });

  it('has an image with an unknown outcome, which the next press asks for alone: the viewer shows why it failed', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let isLost = true;
    const calls = await home.startVersions({
      generateThumbnail: () =>
        isLost ? lostConnection() : refusal('model_unavailable', { charge: 'refunded' }),
      readThumbnail: (call) =>
        lastPart(call) === 'a' ? home.readRecord(call) : isLost ? lostConnection() : refusal('not_found'),
    });
    await waitFor(() => expect(postCalls(calls)).toHaveLength(3));
    await act(() => vi.advanceTimersByTimeAsync(70_000));
    await findRetry(3);
    isLost = false;
    fireEvent.click(screen.getByRole('radio', { name: 'One image' }));
    home.pressGenerate();
    await waitFor(() => expect(postCalls(calls)).toHaveLength(4));

    expect(await within(home.preview()).findByText(/The image models are busy.*credit/)).toBeTruthy();
    const { bodies, at } = readBodies(calls);
    expect(bodies.slice(3)).toEqual([at(0)]);
  });

  it('is shown on another device, and behind each of its thumbnails', async () => {
    const listed = ['c', 'b', 'a'].map((id) => listedThumbnail(id, { setId: 'set' }));
    home.openHome({ listThumbnails: () => json({ thumbnails: listed }) });
    expect(await screen.findByText('3 of 3 are ready')).toBeTruthy();
    const images = [1, 2, 3].map((n) => screen.getByAltText<HTMLImageElement>(`Version ${n}`).src);
    expect(images).toEqual(['a', 'b', 'c'].map(imageUrl));
    press('Show version 1 large');

    await home.findImage();
    fireEvent.click(await screen.findByRole('button', { name: 'Back to the versions' }));
    await waitFor(() => expect(screen.getByText('3 of 3 are ready')).toBeTruthy());
  });

  it('shows a version as finished when the save of its finish page ends that was just left', async () => {
    const save = deferredReply<'saveDesign'>();
    let finished: Partial<ThumbnailSummary> = {};
    const calls = fakeApi({
      saveDesign: () => save.promise,
      listThumbnails: () =>
        json({
          thumbnails: ['b', 'a'].map((id) =>
            listedThumbnail(id, { setId: 'set', ...(id === 'a' && finished) }),
          ),
        }),
    });
    signIn();
    const request = saveRequest('a', { layers: [TEXT_LAYER], crop: 0.2 });
    outbox.put({ key: designKey('a', 'page-of-set'), userId: ADA.id, request, delay: 0 });
    void outbox.send(designKey('a', 'page-of-set'));
    await waitFor(() => expect(calls.some(({ method }) => method === 'PUT')).toBe(true));
    openPage();
    await screen.findByText('2 of 2 are ready');
    await screen.findByText('Export two');
    expect(screen.queryByText('Use the layout of version 1 for all')).toBeNull();
    finished = { isFinished: true, previewURL: imageUrl('finished') };
    save.resolve(json({ version: 1 }));

    await screen.findByText('Use the layout of version 1 for all');
    expect(screen.getByAltText('Version 1')).toHaveProperty('src', imageUrl('finished'));
  });

  it('is beside the large image of each of its thumbnails, with a retry of the failed one', async () => {
    const calls = await startWithFailure();
    press('Show version 1 large');
    const set = within(await screen.findByRole('region', { name: 'Three of this idea' }));
    const states = () => set.getAllByRole('listitem').map(({ textContent }) => textContent);

    expect(set.getByText('2 ready, 1 failed')).toBeTruthy();
    expect(states()).toEqual(['Not finished', 'Retry2 creditsFailed, refunded', 'Not finished']);
    fireEvent.click(set.getByRole('button', { name: 'Version 3' }));
    await waitFor(() =>
      expect(set.getByRole('button', { name: 'Version 3' }).getAttribute('aria-pressed')).toBe('true'),
    );
    fireEvent.click(set.getByRole('button', { name: 'Try version 2 again' }));
    expect(await set.findByText('3 ready')).toBeTruthy();
    expect(states()).toEqual(['Not finished', 'Not finished', 'Not finished']);
    expect(new Set(postCalls(calls).map((call) => readBody(call).setId)).size).toBe(1);
    expect(set.getByRole('link', { name: 'Test pack' })).toBeTruthy();
  });

  it('leaves out a thumbnail that was deleted in the library', async () => {
    await home.startVersions();
    await screen.findByText('3 of 3 are ready');
    press('Show version 1 large');
    const set = within(await screen.findByRole('region', { name: 'Three of this idea' }));
    await set.findByText('3 ready');
    const [, , id = ''] = home.storedIds();
    onTestFinished(() => undoDeletions([id])); // A deletion that waits keeps the failures of others waiting.
    act(() => deleteLater(ADA.id, [id]));

    const rest = within(await screen.findByRole('region', { name: 'Two of this idea' }));
    expect(rest.getByText('2 ready')).toBeTruthy();
    expect(rest.queryByRole('link', { name: 'Test pack' })).toBeNull();
    expect(rest.getByRole('button', { name: 'Export two' })).toBeTruthy();
  });

  it('of a program, with more images than the sheet has places, is shown as single images', async () => {
    const listed = ['d', 'c', 'b', 'a'].map((id) => listedThumbnail(id, { setId: 'set' }));
    const calls = home.openHome({ listThumbnails: () => json({ thumbnails: listed }) });
    const listings = () => calls.filter(({ url }) => url.startsWith('/api/thumbnails?'));
    await waitFor(() => expect(listings()).toHaveLength(2));

    expect(await home.findImage()).toHaveProperty('src', imageUrl('d'));
    expect(screen.queryByText('4 of 4 are ready')).toBeNull();
  });
});
