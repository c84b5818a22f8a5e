import { act, fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { openCutouts, stubUploads } from '../support/cutouts.ts';

/** Some systems know no type for the files of cameras. */
const CLIP = new File(['x'], 'clip.MOV');

beforeEach(stubUploads);

const send = (type: 'drop' | 'paste') => {
  const files = { types: ['Files'], files: [CLIP], getData: () => '' };
  const event = new Event(type, { bubbles: true, cancelable: true });
  act(
    () =>
      void document.body.dispatchEvent(Object.assign(event, { dataTransfer: files, clipboardData: files })),
  );
  return event;
};

it.each(['drop', 'paste'] as const)('a video opens the frames: %s', async (type) => {
  await openCutouts();
  expect(send(type).defaultPrevented).toBe(true);

  await screen.findByRole('dialog', { name: 'From a video' });
  expect(screen.getByText('clip.MOV')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it.each([
  ['Add a cut-out', 'Face or object'],
  ['Add a logo or picture', 'Logo or picture'],
])('a video that is dropped in the dialog opens the frames: %s', async (name, input) => {
  await openCutouts();
  fireEvent.click(await screen.findByRole('button', { name: 'Add' }));
  fireEvent.click(await screen.findByRole('button', { name }));
  fireEvent.change(await screen.findByLabelText(input), { target: { files: [CLIP] } });
  await screen.findByRole('dialog', { name: 'From a video' });
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));

  await screen.findByRole('dialog', { name });
});
