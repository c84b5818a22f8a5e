import { act, fireEvent, renderHook, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { EMPTY_DESIGN } from '../../../../web/src/lib/render/finished-image.ts';
import { useCutouts } from '../../../../web/src/features/finish/editor/use-cutouts.ts';
import { deferredReply, json, lostConnection, refusal } from '../../support/fake-api.ts';
import { fakeApi, lastPart, press } from '../../support/site.tsx';
import {
  choosePhoto,
  createNow,
  creations,
  cutout,
  openCutouts,
  openDialog,
  PHOTO,
  stubUploads,
} from '../support/cutouts.ts';
import { add, layerNames } from '../support/finish-page.ts';

beforeEach(stubUploads);

it('a cut-out that was not made is tried again with the same image', async () => {
  let isUp = false;
  const calls = await openCutouts({
    create: (call) => (isUp ? createNow(call) : refusal('model_unavailable')),
  });
  await openDialog();
  await choosePhoto();
  await screen.findByText(/^The cut-out was not made/);
  isUp = true;
  press('Try again');

  await waitFor(async () => expect(await layerNames()).toEqual(['Cut-out', 'The image']));
  expect(creations(calls)).toHaveLength(2);
});

it('a file is placed as its last answer says', async () => {
  let isUp = false;
  await openCutouts({ create: (call) => (isUp ? createNow(call) : refusal('model_unavailable')) });
  await openDialog();
  fireEvent.change(await screen.findByLabelText('Add as it is'), { target: { files: [PHOTO] } });
  await screen.findByText(/^The cut-out was not made/);
  press('Close');
  isUp = true;
  add('a logo or picture');
  fireEvent.change(await screen.findByLabelText('Logo or picture'), { target: { files: [PHOTO] } });

  await waitFor(async () => expect(await layerNames()).toEqual(['Picture', 'The image']));
});

it('cut-outs stay deleted when several deletions end after each other', async () => {
  const replies = new Map(['a', 'b'].map((id) => [id, deferredReply<'deleteCutout'>()]));
  await openCutouts({
    ids: ['a', 'b', 'c'],
    remove: (call) => replies.get(lastPart(call))?.promise ?? lostConnection(),
  });
  await openDialog();
  const dialog = within(screen.getByRole('dialog', { name: 'Add a cut-out' }));
  for (const number of [1, 2]) {
    fireEvent.click(await dialog.findByRole('button', { name: `Delete cut-out ${number}` }));
    fireEvent.click(dialog.getByRole('button', { name: `Really delete cut-out ${number}` }));
  }
  replies.get('a')?.resolve(json({ deleted: true }));
  await waitFor(() => expect(dialog.getAllByRole('button', { name: /^Place/ })).toHaveLength(2));
  replies.get('b')?.resolve(json({ deleted: true }));

  await waitFor(() => expect(dialog.getAllByRole('button', { name: /^Place/ })).toHaveLength(1));
});

it('cut-outs are not drawn any more when another tab has deleted them', async () => {
  const ids = ['face', 'dog'];
  const calls = await openCutouts({ ids });
  await openDialog();
  fireEvent.click(await screen.findByRole('button', { name: /^Place cut-out 1/ }));
  await waitFor(() => expect(screen.queryByText(/^Loading/)).toBeNull());
  ids.shift();
  act(() => void window.dispatchEvent(new Event('focus')));

  expect(await screen.findByText(/cut-out is missing/i)).toBeDefined();
  expect(calls.filter(({ url }) => url.endsWith('/api/cutouts')).length).toBeGreaterThan(1);
});

it('cut-outs keep the URLs of their images when the list is read again', async () => {
  let count = 0;
  fakeApi({
    listCutouts: () =>
      json({ cutouts: [{ ...cutout('dog'), url: `https://images.test/dog.png?${(count += 1)}` }] }),
  });
  const { result } = renderHook(() => useCutouts('user-of-tabs', EMPTY_DESIGN));
  await waitFor(() =>
    expect(result.current.list).toMatchObject({ data: [{ url: 'https://images.test/dog.png?1' }] }),
  );
  await act(async () => {
    result.current.list.refetch();
    await waitFor(() => expect(count).toBe(2));
  });

  expect(result.current.list).toMatchObject({ data: [{ url: 'https://images.test/dog.png?1' }] });
});
