import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { createCutoutLayer } from '../../../../web/src/features/finish/editor/new-layers.ts';
import { listUnsentKeys } from '../../../../web/src/outbox/unsent-text.ts';
import { refusal } from '../../support/fake-api.ts';
import { cutout, openCutouts, storeNames, stubUploads } from '../support/cutouts.ts';
import type { Scene } from '../support/cutouts.ts';
import { layerNames, onImage, passPause, savedDesigns } from '../support/finish-page.ts';

beforeEach(stubUploads);

const NEW = cutout('22222222-2222-4222-8222-222222222222');
const ME = cutout('33333333-3333-4333-8333-333333333333', { name: 'shocked', person: 'Me' });
const LAYER = createCutoutLayer(NEW.id, false, '55555555-5555-4555-8555-555555555555');

async function open(update: NonNullable<Scene['update']>) {
  const calls = await openCutouts({ design: { layers: [LAYER], crop: 0.5 }, listed: [NEW, ME], update });
  fireEvent.click(await waitFor(() => onImage('Cut-out')));
  await screen.findByLabelText('Name of the cut-out');
  await passPause(); // The fields subscribe to the typed texts.
  return () => calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body);
}

const field = (label: 'Name' | 'Person') =>
  screen.getByLabelText<HTMLInputElement>(`${label} of the cut-out`);
const type = (label: 'Name' | 'Person', value: string) =>
  fireEvent.change(field(label), { target: { value } });

it('names the cut-out of the selected layer, and its layer', async () => {
  const updates = await open(storeNames);

  type('Name', ' laughing ');
  fireEvent.keyDown(field('Name'), { key: 'Enter' });
  await waitFor(() => expect(listUnsentKeys()).toEqual([]));
  type('Person', 'me');
  fireEvent.blur(field('Person'));

  await waitFor(async () => expect(await layerNames()).toEqual(['Me, laughing', 'The image']));
  expect(updates()).toEqual([
    { name: 'laughing', person: null },
    { name: 'laughing', person: 'Me' },
  ]);
  fireEvent.blur(field('Name'));
  expect(updates()).toHaveLength(2);
});

it('forgets a text with Escape, and keeps the layer selected', async () => {
  const updates = await open(storeNames);

  type('Name', 'angry');
  fireEvent.keyDown(field('Name'), { key: 'Escape' });
  fireEvent.blur(field('Name'));

  expect([field('Name').value, updates()]).toEqual(['', []]);
});

it('keeps a text that the server refuses, and saves it with the next Enter', async () => {
  let isUp = false;
  const updates = await open((call) => (isUp ? storeNames(call) : refusal('internal')));
  type('Name', 'angry');
  fireEvent.blur(field('Name'));
  await screen.findByText(/The name was not saved/);
  expect(field('Name').value).toBe('angry');

  isUp = true;
  fireEvent.keyDown(field('Name'), { key: 'Enter' });

  await waitFor(async () => expect(await layerNames()).toEqual(['angry', 'The image']));
  expect(updates()).toEqual([
    { name: 'angry', person: null },
    { name: 'angry', person: null },
  ]);
});

it('sets the height of a cut-out, which its width follows', async () => {
  const calls = await openCutouts({ design: { layers: [LAYER], crop: 0.5 }, listed: [NEW] });
  fireEvent.click(await waitFor(() => onImage('Cut-out')));
  const height = await screen.findByLabelText<HTMLInputElement>('Height');
  await passPause(); // The image of 1280 x 720 loads.
  expect(height.value).toBe(String(Math.round((LAYER.width * 720) / 1_280)));
  fireEvent.change(height, { target: { value: '360' } });
  await passPause();

  expect(savedDesigns(calls).at(-1)?.design.layers).toEqual([{ ...LAYER, width: 640 }]);
  expect(screen.queryByLabelText('Width')).toBeNull();
});
