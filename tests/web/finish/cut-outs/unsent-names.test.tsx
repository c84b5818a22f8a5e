import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { createCutoutLayer } from '../../../../web/src/features/finish/editor/new-layers.ts';
import { listUnsentKeys } from '../../../../web/src/outbox/unsent-text.ts';
import { deferredReply, json, lostConnection } from '../../support/fake-api.ts';
import type { FakeCall } from '../../support/fake-api.ts';
import { mockSignOut, press, pressSignOut } from '../../support/site.tsx';
import { cognito } from '../../support/sign-in-stubs.ts';
import { cutout, openCutouts, openDialog, storeNames, stubUploads } from '../support/cutouts.ts';
import { layerNames, onImage } from '../support/finish-page.ts';

beforeEach(stubUploads);

const NEW = cutout('22222222-2222-4222-8222-222222222222');
const LAYER = createCutoutLayer(NEW.id, false, '55555555-5555-4555-8555-555555555555');
const SCENE = { design: { layers: [LAYER], crop: 0.5 }, listed: [NEW] };

const updates = (calls: FakeCall[]) =>
  calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body);

const openForm = async () =>
  within(await screen.findByRole('form', { name: /^Name and person of/ })).getByLabelText<HTMLInputElement>(
    'Name',
  );
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const askedDialog = () => screen.findByRole('dialog', { name: 'Sign out with unsaved work?' });

/** The dialog and the panel of the selected layer say that a name has not reached the server. */
const findDelay = () => screen.findAllByText(/^Your latest changes have not reached Thumbforge\./);

it('sends one change of a cut-out at a time, from the dialog and from the fields of its layer', async () => {
  const first = deferredReply<'updateCutout'>();
  const replies = [() => first.promise];
  const calls = await openCutouts({
    ...SCENE,
    update: (call) => replies.shift()?.() ?? storeNames(call),
  });
  await openDialog();
  type(await openForm(), 'laughing');
  press('Save');
  await waitFor(() => expect(updates(calls)).toHaveLength(1));
  press('Close');
  fireEvent.click(await waitFor(() => onImage('laughing')));
  const field = await screen.findByLabelText('Name of the cut-out');
  type(field, 'angry');
  fireEvent.blur(field);
  await waitFor(async () => expect(await layerNames()).toEqual(['angry', 'The image']));
  expect(updates(calls)).toEqual([{ name: 'laughing', person: null }]);
  first.resolve(json({ name: 'laughing' }));

  await waitFor(() =>
    expect(updates(calls)).toEqual([
      { name: 'laughing', person: null },
      { name: 'angry', person: null },
    ]),
  );
  await waitFor(() => expect(listUnsentKeys()).toEqual([]));
  expect(await layerNames()).toEqual(['angry', 'The image']);
});

it('a sign-out sends a name that is only typed', async () => {
  mockSignOut();
  const calls = await openCutouts(SCENE);
  await openDialog();
  type(await openForm(), 'laughing');
  pressSignOut();

  expect(await screen.findByText('Signed out successfully!')).toBeDefined();
  expect([updates(calls), listUnsentKeys()]).toEqual([[{ name: 'laughing', person: null }], []]);
});

it('a sign-out asks about a name that stays', async () => {
  mockSignOut();
  await openCutouts({ ...SCENE, update: () => lostConnection() });
  await openDialog();
  type(await openForm(), 'laughing');
  press('Save');
  await findDelay();
  pressSignOut();

  await askedDialog();
  expect(cognito.signOut).not.toHaveBeenCalled();
  press('Sign out and lose it');
  await screen.findByText('Signed out successfully!');
  expect(listUnsentKeys()).toEqual([]);
});

it('a name that a lost connection has kept is sent again, and is shown meanwhile', async () => {
  let isUp = false;
  const calls = await openCutouts({
    ...SCENE,
    update: (call) => (isUp ? storeNames(call) : lostConnection()),
  });
  await openDialog();
  type(await openForm(), 'laughing');
  press('Save');
  await findDelay();
  press('Close');
  expect(await layerNames()).toEqual(['laughing', 'The image']);
  isUp = true;
  dispatchEvent(new Event('online'));

  await waitFor(() => expect(listUnsentKeys()).toEqual([]));
  expect(updates(calls)).toEqual([
    { name: 'laughing', person: null },
    { name: 'laughing', person: null },
  ]);
});
