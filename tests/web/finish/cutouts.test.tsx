import { act, fireEvent, renderHook, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Design, Layer } from '../../../contract/design.ts';
import { EMPTY_DESIGN } from '../../../web/src/lib/render/finished-image.ts';
import { useCutouts } from '../../../web/src/features/finish/hooks/use-cutouts.ts';
import { checkCutouts } from '../../../web/src/features/finish/model/checks/check-texts.ts';
import { createCutoutLayer } from '../../../web/src/features/finish/model/design/new-layers.ts';
import { json, lostConnection, refusal } from '../support/fake-api.ts';
import type { FakeCall } from '../support/fake-api.ts';
import { fakeCanvas } from '../support/fake-canvas.ts';
import { ADA, fakeApi, lastPart, press } from '../support/site.tsx';
import type { SiteHandlers } from '../support/site.tsx';
import { layerNames, openEditor, passPause, stubBrowser, withThumbnail } from './support/finish-page.ts';

const PHOTO = new File(['x'], 'me.jpg', { type: 'image/jpeg' });
const cutout = (id: string) => ({
  id,
  url: `https://images.test/cutouts/${id}.png`,
  width: 600,
  height: 800,
  createdAt: '2026-11-20T10:00:00.000Z',
  isPicture: false,
});

/** An upload that succeeds at once. */
class FakeUpload {
  status = 200;
  upload = {};
  onloadend = () => undefined;
  open = vi.fn();
  setRequestHeader = vi.fn();
  send = () => this.onloadend();
}

beforeEach(() => {
  stubBrowser();
  fakeCanvas();
  vi.stubGlobal('XMLHttpRequest', FakeUpload);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(new Blob(['jpeg'])));
  localStorage.setItem('referenceConsent', ADA.id);
});

interface Scene {
  design?: Design;
  /** The cut-outs of the account. A test may change the list. */
  ids?: string[];
  create?: SiteHandlers['createCutout'];
  remove?: SiteHandlers['deleteCutout'];
}

async function open({ design = EMPTY_DESIGN, ids = [], create = createNow, remove }: Scene = {}) {
  const calls = await openEditor({
    ...withThumbnail({ design }),
    createCutout: create,
    listCutouts: () => json({ cutouts: ids.map(cutout) }),
    deleteCutout:
      remove ??
      ((call) => {
        ids.splice(ids.indexOf(lastPart(call)), 1);
        return json({ deleted: true });
      }),
  });
  return calls;
}

const createNow = ({ body }: FakeCall) => {
  const { generationId } = body as { generationId: string };
  return json({ cutoutId: generationId, url: cutout(generationId).url });
};

const openDialog = async () => {
  fireEvent.click(await screen.findByRole('button', { name: 'Add a cut-out' }));
  await screen.findByRole('dialog');
};
const choosePhoto = async () => {
  const input = await screen.findByLabelText(/Cut out a face/);
  await act(async () => {
    fireEvent.change(input, { target: { files: [PHOTO] } });
    await Promise.resolve();
  });
};
const creations = (calls: FakeCall[]) =>
  calls
    .filter(({ method, url }) => method === 'POST' && url === '/api/cutouts')
    .map(({ body }) => body as { generationId: string; referenceId: string });

describe('a new cut-out', () => {
  it('says what it costs, and becomes a layer', async () => {
    const calls = await open();
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

  it('is asked for again with the same id after a lost response', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    let attempts = 0;
    const calls = await open({
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

  it('uploads the image again, with a new id, when the upload has expired', async () => {
    let attempts = 0;
    const calls = await open({
      create: (call) => ((attempts += 1) === 1 ? refusal('reference_not_found') : createNow(call)),
    });
    await openDialog();
    await choosePhoto();

    await waitFor(async () => expect(await layerNames()).toEqual(['Cut-out', 'The image']));
    expect(new Set(creations(calls).map(({ generationId }) => generationId)).size).toBe(2);
    expect(calls.filter(({ url }) => url === '/api/reference-images')).toHaveLength(2);
  });

  it('says why it was not made', async () => {
    await open({ create: () => refusal('insufficient_credits') });
    await openDialog();
    await choosePhoto();

    expect(await screen.findByText(/^The cut-out was not made: Insufficient credits\./)).toBeDefined();
    expect(await layerNames()).toEqual(['The image']);
  });

  it('asks once whether the creator may use the image', async () => {
    localStorage.removeItem('referenceConsent');
    const calls = await open();
    await openDialog();
    await choosePhoto();
    expect(screen.getByRole('dialog', { name: 'May you use this image?' }).textContent).toContain(
      'The cut-out stays in your account until you delete it.',
    );
    press('Cancel');
    await choosePhoto();
    expect(creations(calls)).toEqual([]);
    press('Yes, upload it');

    await waitFor(async () => expect(await layerNames()).toEqual(['Cut-out', 'The image']));
    expect(localStorage.getItem('referenceConsent')).toBe(ADA.id);
  });
});

it.each([
  PHOTO,
  // Chrome on Windows knows no type for it.
  new File(['x'], 'me.HEIC'),
])('a picture that is dropped on the page waits in the dialog for a press: $name', async (file) => {
  const calls = await open();
  const drop = new Event('drop', { bubbles: true, cancelable: true });
  Object.assign(drop, { dataTransfer: { types: ['Files'], files: [file] } });
  act(() => void document.body.dispatchEvent(drop));
  expect(drop.defaultPrevented).toBe(true);
  expect(creations(calls)).toEqual([]);
  fireEvent.click(await screen.findByRole('button', { name: `Cut out ${file.name} 1 credit` }));

  await waitFor(async () => expect(await layerNames()).toEqual(['Cut-out', 'The image']));
});

it.each([
  ['the words of a document, with a picture of them', 'I BUILT IT', false],
  ['a file, whose name is a text beside it', 'me.jpg', true],
])('what is pasted beside the fields opens the dialog only for a file: %s', async (_what, text, isTaken) => {
  await open();
  const paste = new Event('paste', { bubbles: true, cancelable: true });
  const getData = (type: string) => (type === 'text/plain' ? text : '');
  Object.assign(paste, { clipboardData: { files: [PHOTO], getData } });
  act(() => void document.body.dispatchEvent(paste));

  expect(paste.defaultPrevented).toBe(isTaken);
  if (isTaken) await screen.findByRole('button', { name: 'Cut out me.jpg 1 credit' });
});

describe('a new picture', () => {
  it('keeps its background, needs no credit, and becomes a layer', async () => {
    const calls = await open({ ids: ['face'] });
    press('Add a picture');
    expect(
      await screen.findByText('You have no pictures yet. They stay here until you delete them.'),
    ).toBeDefined();
    await act(async () => {
      fireEvent.change(screen.getByLabelText('Choose a logo or a screenshot'), {
        target: { files: [PHOTO] },
      });
      await Promise.resolve();
    });

    await waitFor(async () => expect(await layerNames()).toEqual(['Picture', 'The image']));
    expect(creations(calls)).toMatchObject([{ referenceId: 'upload-1', keepsBackground: true }]);
  });
});

describe('the cut-outs of the account', () => {
  it('can be placed more than once, and flipped', async () => {
    const calls = await open({ ids: ['face', 'dog'] });
    for (const count of [1, 2]) {
      await openDialog();
      fireEvent.click(await screen.findByRole('button', { name: /^Place cut-out 1/ }));
      expect(await layerNames()).toHaveLength(count + 1);
    }
    expect(await layerNames()).toEqual(['Cut-out 2', 'Cut-out 1', 'The image']);
    press('Send Cut-out 2 backward');
    expect(await layerNames()).toEqual(['Cut-out 1', 'Cut-out 2', 'The image']);
    press('Bring Cut-out 2 forward');
    press('Flip');
    await passPause();

    await waitFor(() =>
      expect(calls.filter(({ method }) => method === 'PUT').at(-1)?.body).toMatchObject({
        design: {
          layers: [
            { cutoutId: 'face', flipped: false },
            { cutoutId: 'face', flipped: true },
          ],
        },
      }),
    );
  });

  it('say in their dialog that one could not be deleted, and keep the focus when one was', async () => {
    let isUp = false;
    await open({ ids: ['face', 'dog'], remove: () => (isUp ? json({ deleted: true }) : lostConnection()) });
    await openDialog();
    const dialog = within(screen.getByRole('dialog', { name: 'Add a cut-out' }));
    fireEvent.click(await dialog.findByRole('button', { name: 'Delete cut-out 1' }));
    const pressAgain = () => fireEvent.click(dialog.getByRole('button', { name: 'Really delete cut-out 1' }));
    pressAgain();
    expect(await dialog.findByText('The cut-out could not be deleted. Please try again.')).toBeDefined();
    isUp = true;
    pressAgain();

    await waitFor(() => expect(dialog.queryByRole('button', { name: /^Place cut-out 2/ })).toBeNull());
    expect(document.activeElement).toBe(dialog.getByRole('list', { name: 'Your cut-outs' }));
  });

  it('include a new one whose list has not been read yet: it is not missing', async () => {
    let cutouts: ReturnType<typeof cutout>[] = [];
    fakeApi({ listCutouts: () => json({ cutouts }) });
    const useLayers = (layers: Layer[]) => useCutouts('user-new', { ...EMPTY_DESIGN, layers });
    const { result, rerender } = renderHook(useLayers, { initialProps: [] as Layer[] });
    await waitFor(() => expect(result.current.list.status).toBe('success'));
    cutouts = [cutout('new')];
    rerender([createCutoutLayer('new'), createCutoutLayer('deleted')]);
    expect([result.current.isLoaded, [...result.current.missing]]).toEqual([false, []]);

    await waitFor(() => expect(result.current.isLoaded).toBe(true));
    expect([[...result.current.bitmaps.keys()], [...result.current.missing]]).toEqual([['new'], ['deleted']]);
  });

  it('are waited for only by a design that shows them', () => {
    fakeApi({ listCutouts: () => json({ cutouts: [cutout('face')] }) });
    const load = (hidden: boolean) => {
      const layers = [{ ...createCutoutLayer('face'), hidden }];
      return renderHook(() => useCutouts(ADA.id, { ...EMPTY_DESIGN, layers })).result.current.isLoaded;
    };

    expect([load(true), load(false)]).toEqual([true, false]);
  });

  it('are a failed check while one is missing, whose fix removes the layer', () => {
    const layers = [createCutoutLayer('deleted'), { ...createCutoutLayer('deleted'), hidden: true }];
    const check = checkCutouts({ ...EMPTY_DESIGN, layers }, new Set(['deleted'])).at(0);

    expect(check?.hints).toMatchObject([
      { layerId: layers[0]?.id, title: 'A cut-out is missing', fix: { changes: 'remove' } },
    ]);
    expect(checkCutouts({ ...EMPTY_DESIGN, layers }, new Set())).toEqual([]);
  });
});
