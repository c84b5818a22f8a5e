import { act, fireEvent, renderHook, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Layer } from '#contract/design/design.ts';
import { EMPTY_DESIGN } from '../../../../web/src/lib/render/finished-image.ts';
import { useCutouts } from '../../../../web/src/features/finish/editor/use-cutouts.ts';
import { checkCutouts } from '../../../../web/src/features/finish/checks/check-layers.ts';
import { createCutoutLayer } from '../../../../web/src/features/finish/editor/new-layers.ts';
import { json, lostConnection } from '../../support/fake-api.ts';
import { ADA, fakeApi, press } from '../../support/site.tsx';
import { creations, cutout, openCutouts, openDialog, PHOTO, stubUploads } from '../support/cutouts.ts';
import { add, layerNames, passPause } from '../support/finish-page.ts';

beforeEach(stubUploads);

describe('a new picture', () => {
  it('keeps its background, needs no credit, and becomes a layer', async () => {
    const calls = await openCutouts({ ids: ['face'] });
    add('a logo or picture');
    expect(
      await screen.findByText('You have no pictures yet. They stay here until you delete them.'),
    ).toBeDefined();
    await act(async () => {
      fireEvent.change(screen.getByLabelText('Logo or picture'), {
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
    const calls = await openCutouts({ ids: ['face', 'dog'] });
    for (const count of [1, 2]) {
      await openDialog();
      fireEvent.click(await screen.findByRole('button', { name: /^Place cut-out 1/ }));
      expect(await layerNames()).toHaveLength(count + 1);
    }
    expect(await layerNames()).toEqual(['Cut-out 2', 'Cut-out 1', 'The image']);
    press('Send Cut-out 2 backward');
    expect(await layerNames()).toEqual(['Cut-out 1', 'Cut-out 2', 'The image']);
    press('Bring Cut-out 2 forward');
    press('Mirror');
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

  it('report in their dialog that a cut-out could not be deleted, and keep the focus after a deletion', async () => {
    let isUp = false;
    await openCutouts({
      ids: ['face', 'dog'],
      remove: () => (isUp ? json({ deleted: true }) : lostConnection()),
    });
    await openDialog();
    const dialog = within(screen.getByRole('dialog', { name: 'Add a cut-out' }));
    fireEvent.click(await dialog.findByRole('button', { name: 'Delete cut-out 1' }));
    const pressAgain = () => fireEvent.click(dialog.getByRole('button', { name: 'Really delete cut-out 1' }));
    pressAgain();
    expect(await dialog.findByText('The cut-out could not be deleted. Please try again.')).toBeDefined();
    isUp = true;
    pressAgain();

    await waitFor(() => expect(dialog.queryByRole('button', { name: /^Place cut-out 2/ })).toBeNull());
    expect(document.activeElement).toBe(dialog.getByRole('group', { name: 'Your cut-outs' }));
  });

  it('do not count a new cut-out as missing before the list is read again', async () => {
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

  it('fail a check while a cut-out is missing, and its fix removes the layer', () => {
    const layers = [createCutoutLayer('deleted'), { ...createCutoutLayer('deleted'), hidden: true }];
    const check = checkCutouts({ ...EMPTY_DESIGN, layers }, new Set(['deleted'])).at(0);

    expect(check?.hints).toMatchObject([
      { layerId: layers[0]?.id, title: 'A cut-out is missing', fix: { changes: 'remove' } },
    ]);
    expect(checkCutouts({ ...EMPTY_DESIGN, layers }, new Set())).toEqual([]);
  });
});
