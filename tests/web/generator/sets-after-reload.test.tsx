import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { addSet } from '../../../web/src/features/generator/model/restore-set.ts';
import type { Generations, ImageGeneration } from '../../../web/src/generations/generation.ts';
import { dispatch } from '../../../web/src/generations/generations.ts';
import { nextId } from '../../../web/src/generations/retry-image.ts';
import { deferredReply, json, refusal } from '../support/fake-api.ts';
import * as home from '../support/home.ts';
import { findRetry, readBodies, reload, retry, startWithFailure } from '../support/sets.tsx';
import {
  ADA,
  generated,
  imageUrl,
  lastPart,
  listedThumbnail,
  postCalls,
  storedThumbnail,
} from '../support/site.tsx';
import type { SiteHandlers } from '../support/site.tsx';

describe('a set, after a reload,', () => {
  it('is there, with its failed image', async () => {
    const calls = await startWithFailure();
    const { at } = readBodies(calls);
    const { setId = '' } = at(0);
    const listed = [at(2), at(0)].map(({ generationId }) =>
      listedThumbnail(generationId, { ...home.RECORD, setId }),
    );
    const again = reload({ listThumbnails: () => json({ thumbnails: listed }) });

    expect(await screen.findByText('2 of 3 are ready')).toBeTruthy();
    await retry(2);
    expect(await screen.findByText('3 of 3 are ready')).toBeTruthy();
    const { generationId } = readBodies(again).at(0);
    expect(readBodies(again).at(0)).toEqual({ ...at(1), generationId });
    expect(generationId).not.toBe(at(1).generationId);
  });

  it('asks for a deleted image under another id, because the id of a deleted image is not free', async () => {
    const ids = new Set<string>();
    const calls = await home.startVersions({
      generateThumbnail: (call) => {
        const id = home.readId(call);
        ids.add(id);
        return id === [...ids][1] ? refusal('not_found') : generated(id);
      },
    });
    await findRetry(2);
    const { at } = readBodies(calls);
    const { setId = '' } = at(0);
    const listed = [at(2), at(0)].map(({ generationId }) =>
      listedThumbnail(generationId, { ...home.RECORD, setId }),
    );
    const again = reload({ listThumbnails: () => json({ thumbnails: listed }) });
    await screen.findByText('2 of 3 are ready');
    await retry(2);

    expect(await screen.findByText('3 of 3 are ready')).toBeTruthy();
    const retried = nextId(at(1).generationId);
    expect(readBodies(again).bodies.map(({ generationId }) => generationId)).toEqual([retried]);
  });

  describe('has an image that was not started, whose request may still arrive,', () => {
    /**
     * Reloads before the second request arrives, and waits until the page says so.
     * @param hasArrived whether the server has the image, from a moment on that the test chooses
     */
    async function reloadTooEarly(hasArrived: () => boolean) {
      vi.useFakeTimers({ shouldAdvanceTime: true });
      const late = deferredReply<'generateThumbnail'>();
      let count = 0;
      const calls = await home.startVersions({
        generateThumbnail: (call) => {
          count += 1;
          return count === 2 ? late.promise : generated(home.readId(call));
        },
      });
      await screen.findByText('2 of 3 are ready');
      const { at } = readBodies(calls);
      const { setId = '' } = at(0);
      const list = (...indexes: number[]) =>
        indexes.map((index) => listedThumbnail(at(index).generationId, { ...home.RECORD, setId }));
      const handlers: SiteHandlers = {
        listThumbnails: () => json({ thumbnails: hasArrived() ? list(2, 1, 0) : list(2, 0) }),
        readThumbnail: (call) =>
          lastPart(call) === at(1).generationId && !hasArrived()
            ? refusal('not_found')
            : home.readRecord(call),
      };
      const again = reload(handlers);
      await act(() => vi.advanceTimersByTimeAsync(15_000));
      await screen.findByText(/It was not started/);
      return { at, again, handlers, setId };
    }

    it('asks for it under the same id', async () => {
      const { at, again } = await reloadTooEarly(() => false);
      await retry(2);

      expect(await screen.findByText('3 of 3 are ready')).toBeTruthy();
      expect(readBodies(again).bodies).toEqual([at(1)]);
    });

    it('asks for it under the same id also after a second reload', async () => {
      const { at, handlers } = await reloadTooEarly(() => false);
      const again = reload(handlers);
      await retry(2);

      expect(await screen.findByText('3 of 3 are ready')).toBeTruthy();
      expect(readBodies(again).bodies).toEqual([at(1)]);
    });

    it('shows it at the next press when it has arrived, also while the gateway refuses requests', async () => {
      let hasArrived = false;
      const { handlers } = await reloadTooEarly(() => hasArrived);
      reload({ ...handlers, generateThumbnail: () => refusal('too_many_requests') });
      await findRetry(2);
      hasArrived = true;
      await retry(2);

      expect(await screen.findByText('3 of 3 are ready')).toBeTruthy();
    });

    it('shows it after the next reload when it has arrived', async () => {
      let hasArrived = false;
      const { handlers } = await reloadTooEarly(() => hasArrived);
      hasArrived = true;
      reload(handlers);

      expect(await screen.findByText('3 of 3 are ready')).toBeTruthy();
      expect(home.storedRuns()).toEqual([]);
    });

    it('follows it after the next reload when it is being made', async () => {
      let hasArrived = false;
      const { at, handlers, setId } = await reloadTooEarly(() => hasArrived);
      const { generationId: id } = at(1);
      const createdAt = new Date().toISOString();
      reload({
        ...handlers,
        listGenerations: () => json({ generations: [{ id, createdAt, setId }] }),
        readThumbnail: (call) =>
          lastPart(call) === id && !hasArrived
            ? json(storedThumbnail(id, { ...home.RECORD, url: undefined, status: 'pending' }))
            : home.readRecord(call),
      });
      await screen.findByText('2 of 3 are ready');
      await waitFor(() => expect(screen.queryByText(/It was not started/)).toBeNull());
      hasArrived = true;
      await act(() => vi.advanceTimersByTimeAsync(4_000));

      expect(await screen.findByText('3 of 3 are ready')).toBeTruthy();
    });
  });

  describe('without any image', () => {
    /** Fails three images, reloads, and asks again for the first one. @param stored its row */
    async function retryFirst(stored: object) {
      const fail = () => refusal('model_unavailable', { charge: 'refunded' });
      const calls = await home.startVersions({ generateThumbnail: fail });
      for (const version of [1, 2, 3]) await findRetry(version);
      const record = { ...home.RECORD, url: undefined, status: 'failed' as const, ...stored };
      const again = reload({ readThumbnail: (call) => json(storedThumbnail(lastPart(call), record)) });
      await retry(1);
      return { first: readBodies(calls).at(0), again };
    }

    it('asks again with the model of the press', async () => {
      const { first, again } = await retryFirst({});

      expect(await screen.findByText('1 of 3 are ready')).toBeTruthy();
      const { generationId } = readBodies(again).at(0);
      expect(readBodies(again).at(0)).toEqual({ ...first, generationId });
    });

    it('asks again with the link of the prompt, which decides the model', async () => {
      const prompt = 'a castle https://youtu.be/dQw4w9WgXcQ';
      const { first, again } = await retryFirst({ prompt, model: 'style-service' });

      expect(await screen.findByText('1 of 3 are ready')).toBeTruthy();
      const { generationId } = readBodies(again).at(0);
      expect(readBodies(again).at(0)).toEqual({ ...first, generationId, prompt, model: undefined });
    });

    it('says that the prompt is not stored of a request that the server has refused at once', async () => {
      const calls = await home.startVersions({ generateThumbnail: () => refusal('insufficient_credits') });
      for (const version of [1, 2, 3]) await findRetry(version);
      expect(postCalls(calls)).toHaveLength(3);
      const again = reload({ readThumbnail: () => refusal('not_found') });
      await retry(1);

      expect(await screen.findByText(/^The prompt of this version is not stored\. Make sure/)).toBeTruthy();
      expect(postCalls(again)).toEqual([]);
    });

    it('does not pay for an image without its reference, which the server does not have', async () => {
      const { again } = await retryFirst({ model: 'style-service' });

      expect(
        await screen.findByText(/^The reference image of this version is no longer stored/),
      ).toBeTruthy();
      expect(postCalls(again)).toEqual([]);
    });
  });

  it('keeps its failed image although an earlier set was read before', async () => {
    await startWithFailure();
    const [failed] = home.storedRuns();
    const earlier = { kind: 'image', userId: ADA.id, batchId: 'earlier', setId: 'earlier' } as const;
    const image = (id: string): ImageGeneration => ({
      ...{ ...earlier, id, startedAt: 1 },
      end: { thumbnail: { id, url: imageUrl(id) } },
    });
    const edit = (state: Generations) => addSet(state, 'earlier', [image('x'), image('y')], false);
    act(() => dispatch({ type: 'changed-by', edit }));

    expect(failed).toBeDefined();
    expect(home.storedRuns()).toEqual([failed]);
  });
});
