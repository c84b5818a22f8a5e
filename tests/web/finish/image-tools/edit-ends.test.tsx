import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { deferredReply, json, lostConnection, refusal } from '../../support/fake-api.ts';
import { lastPart, press, storedThumbnail } from '../../support/site.tsx';
import { ID, openTab, passPause, stubBrowser, THUMBNAIL } from '../support/finish-page.ts';
import {
  SIZE,
  makeEdit,
  requests,
  openImageTools,
  tool,
  pressAction,
  recolor,
  versions,
} from '../support/image-tools.ts';
import type { EditBody } from '../support/image-tools.ts';

beforeEach(stubBrowser);

describe('an edit that does not end at once', () => {
  it('that fails says why and that no credit was taken, and is tried again with another id', async () => {
    let attempt = 0;
    const scene = await openImageTools({
      createEdit: (call) =>
        (attempt += 1) === 1 ? refusal('model_unavailable', { charge: 'refunded' }) : scene.make(call),
    });
    recolor();
    expect((await screen.findByRole('alert')).textContent).toContain('no credit was taken');
    expect(screen.queryByText(/^The image was not changed/)).toBeNull();

    press('Try again');

    await waitFor(() => expect(versions()).toHaveLength(2));
    expect(new Set(requests(scene.calls).map(({ editId }) => editId)).size).toBe(2);
  });

  it('that fails while another tab is open says so in a message', async () => {
    const reply = deferredReply<'createEdit'>();
    await openImageTools({ createEdit: () => reply.promise });
    recolor();
    await screen.findByText('Changing the image...');
    openTab('Design');

    reply.resolve(refusal('model_unavailable', { charge: 'refunded' }));

    expect(await screen.findByText(/^The image was not changed: .*no credit was taken/)).toBeDefined();
    openTab('Image');
    expect((await screen.findByRole('alert')).textContent).toContain('no credit was taken');
  });

  it('that was made keeps its id when the list of the versions cannot be read, so that it is paid once', async () => {
    let readsSince: number | undefined;
    const scene = await openImageTools({
      createEdit: (call) => {
        readsSince ??= 0;
        return scene.make(call);
      },
      more: {
        readThumbnail: () =>
          readsSince !== undefined && (readsSince += 1) === 1
            ? refusal('too_many_requests')
            : json({ ...THUMBNAIL, ...SIZE, edits: [] }),
      },
    });
    recolor();
    expect((await screen.findByRole('alert')).textContent).not.toContain('no credit');

    press('Try again');

    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    await waitFor(() => expect(screen.queryByText('Changing the image...')).toBeNull());
    expect(requests(scene.calls)).toHaveLength(1);
  });

  it('that was put away while its outcome is unknown is busy again at the next press, and is paid once', async () => {
    let isLost = true;
    const reply = deferredReply<'createEdit'>();
    const scene = await openImageTools({
      createEdit: () => (isLost ? lostConnection() : reply.promise),
      more: {
        readThumbnail: (call) => {
          if (lastPart(call) !== ID) return isLost ? lostConnection() : refusal('not_found');
          return json({ ...THUMBNAIL, ...SIZE, edits: [] });
        },
      },
    });
    recolor();
    await waitFor(() => expect(requests(scene.calls)).toHaveLength(1));
    await act(() => vi.advanceTimersByTimeAsync(70_000));
    press('Back');
    isLost = false;

    pressAction('Recolour');

    expect(await screen.findByText('Changing the image...')).toBeDefined();
    await waitFor(() => expect(requests(scene.calls)).toHaveLength(2));
    expect(new Set(requests(scene.calls).map(({ editId }) => editId)).size).toBe(1);
  });

  it('asks for other words after it was filtered, and keeps the typed words', async () => {
    await openImageTools({ createEdit: () => refusal('content_filtered', { charge: 'refunded' }) });
    recolor();

    expect((await screen.findByRole('alert')).textContent).toContain('Change the wording first.');
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    press('Back');
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Thing' }).value).toBe(' flags ');
  });

  it('shows the balance that it leaves', async () => {
    let credits = 5;
    const scene = await openImageTools({
      createEdit: (call) => {
        credits = 4;
        return scene.make(call);
      },
      more: { readCredits: () => json({ credits }) },
    });
    const header = within(screen.getByRole('banner'));
    await header.findByText('5');

    recolor();

    expect(await header.findByText('4')).toBeTruthy();
  });

  it('without credits offers to buy some, before and after the request', async () => {
    await openImageTools({ createEdit: () => refusal('insufficient_credits') });
    recolor();
    expect(
      within(await screen.findByRole('alert').then((alert) => alert.parentElement ?? alert)).getByRole(
        'link',
        { name: 'Buy Credits' },
      ),
    ).toBeDefined();
  });

  it('waits in line with its place, and can be cancelled', async () => {
    const { calls } = await openImageTools({
      createEdit: ({ body }) =>
        json({ editId: (body as EditBody).editId, status: 'waiting', ahead: 3, estimatedSeconds: 20 }),
    });
    recolor();

    expect(await screen.findByText('3 ahead of you, about 20 seconds')).toBeDefined();
    press('Cancel');

    // It was taken when the edit was requested.
    expect(await screen.findByText('Cancelled. Your credit is back.')).toBeDefined();
    expect(screen.queryByText('Waiting in line')).toBeNull();
    expect(calls.filter(({ url }) => url.endsWith('/cancel')).map(({ url }) => url)).toEqual([
      `/api/thumbnails/${requests(calls)[0]?.editId}/cancel`,
    ]);
  });

  it('says that the credit is back when it was cancelled on another device, because the credit was taken', async () => {
    const { calls } = await openImageTools({
      createEdit: ({ body }) =>
        json({ editId: (body as EditBody).editId, status: 'waiting', ahead: 3, estimatedSeconds: 20 }),
      more: {
        readThumbnail: (call) =>
          lastPart(call) === ID
            ? json({ ...THUMBNAIL, ...SIZE, edits: [] })
            : json(
                storedThumbnail(lastPart(call), {
                  status: 'failed',
                  url: undefined,
                  code: 'generation_canceled',
                  charge: 'refunded',
                }),
              ),
      },
    });
    recolor();
    await waitFor(() => expect(requests(calls)).toHaveLength(1));
    await act(() => vi.advanceTimersByTimeAsync(2_000));

    expect(await screen.findByText('Cancelled. Your credit is back.')).toBeDefined();
    expect(screen.queryByText(/no credit was taken/i)).toBeNull();
    expect(screen.queryByText('Waiting in line')).toBeNull();
  });

  it('is paid once for two presses while its mask is encoded', async () => {
    const { calls } = await openImageTools();
    tool('Erase');
    fireEvent.click(await screen.findByRole('radio', { name: 'Box' }));
    fireEvent.click(screen.getByRole('button', { name: /^Box at/ }));
    pressAction('Erase');
    expect(screen.getAllByRole('button', { name: 'Erase' }).at(-1)?.getAttribute('aria-disabled')).toBe(
      'true',
    );
    pressAction('Erase');

    await waitFor(() => expect(versions().length).toBeGreaterThan(1));
    await passPause();
    expect(requests(calls)).toHaveLength(1);
  });

  describe('beside a later edit of the image', () => {
    const LINE = { status: 'waiting', ahead: 3, estimatedSeconds: 20 } as const;
    const FAILURE = { status: 'failed', code: 'model_unavailable', charge: 'refunded' } as const;
    const PENDING = { status: 'pending' } as const;
    type EditState = NonNullable<Parameters<typeof storedThumbnail>[1]>;

    /** Opens the tab of the image, whose edits other devices have started. */
    function openBoth({ earlier, later }: Record<'earlier' | 'later', EditState>) {
      const createdAt = new Date().toISOString();
      return openImageTools({
        more: {
          listGenerations: () =>
            json({ generations: ['later', 'earlier'].map((id) => ({ id, createdAt, thumbnailId: ID })) }),
          readThumbnail: (call) => {
            const id = lastPart(call);
            if (id === ID) return json({ ...THUMBNAIL, ...SIZE, edits: [] });
            return json(storedThumbnail(id, { url: undefined, ...(id === 'later' ? later : earlier) }));
          },
        },
      });
    }

    it('tells its failure', async () => {
      await openBoth({ earlier: FAILURE, later: PENDING });

      expect(await screen.findByText(/^The image was not changed/)).toBeDefined();
      expect(screen.getByText('Changing the image...')).toBeDefined();
    });

    it('tells its failure also after the later edit was made', async () => {
      const earlier: EditState = { status: 'pending' };
      await openBoth({ earlier, later: { url: 'https://images.test/later.png' } });
      expect(await screen.findByText('Changing the image...')).toBeDefined();

      Object.assign(earlier, FAILURE);
      await act(() => vi.advanceTimersByTimeAsync(2_000));

      expect(await screen.findByText(/^The image was not changed/)).toBeDefined();
      expect(screen.queryByText('Changing the image...')).toBeNull();
    });

    it('shows its progress, and can be cancelled', async () => {
      const { calls } = await openBoth({ earlier: LINE, later: PENDING });

      expect(await screen.findByText('3 ahead of you, about 20 seconds')).toBeDefined();
      expect(screen.getByText('Changing the image...')).toBeDefined();
      press('Cancel');

      await waitFor(() => expect(screen.queryByText('Waiting in line')).toBeNull());
      expect(screen.getByText('Changing the image...')).toBeDefined();
      expect(calls.filter(({ url }) => url.endsWith('/cancel')).map(({ url }) => url)).toEqual([
        '/api/thumbnails/earlier/cancel',
      ]);
    });

    it('still shows its progress when the later edit has failed and was put away', async () => {
      await openBoth({ earlier: PENDING, later: FAILURE });

      expect((await screen.findByRole('alert')).textContent).toContain('no credit was taken');
      press('Back');

      expect(screen.queryByRole('alert')).toBeNull();
      expect(screen.getByText('Changing the image...')).toBeDefined();
    });
  });

  it('is followed when the page opens again', async () => {
    const made = makeEdit('0b9d3a52-8c0e-4b0a-9d57-0a4a6f0f5b99', { kind: 'erase' });
    let isMade = false;
    await openImageTools({
      more: {
        listGenerations: () =>
          json({
            generations: [
              { id: made.id, createdAt: made.createdAt, thumbnailId: ID },
              { id: 'another', createdAt: made.createdAt },
            ],
          }),
        readThumbnail: (call) => {
          if (lastPart(call) !== made.id) return json({ ...THUMBNAIL, ...SIZE, edits: isMade ? [made] : [] });
          isMade = true;
          return json({ ...THUMBNAIL, id: made.id });
        },
      },
    });

    await waitFor(() =>
      expect(versions()).toEqual([
        ['Original', 'false'],
        ['Erased', 'true'],
      ]),
    );
  });
});
