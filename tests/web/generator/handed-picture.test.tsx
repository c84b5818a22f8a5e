import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { takePicture } from '../../../web/src/lib/handed-picture.ts';
import { fakeCaches } from '../support/fake-caches.ts';
import { fakeUploads } from '../support/fake-upload.ts';
import { refusal } from '../support/fake-api.ts';
import * as home from '../support/home.ts';

const LOGO = new File(['x'], 'logo.png', { type: 'image/png' });

const button = (name: string | RegExp) => screen.getByRole('button', { name });

it('a picture on the thumbnail is handed to the finish page of the thumbnail in the viewer', async () => {
  fakeUploads(200);
  fakeCaches();
  let readThumbnail = home.readRecord;
  await home.openWithThumbnail({ readThumbnail: (call) => readThumbnail(call) });
  readThumbnail = () => refusal('not_found');
  fireEvent.keyDown(document.body, { key: 'v' });
  await screen.findByLabelText('Your own picture');
  const clipboardData = { types: ['Files'], files: [LOGO], getData: () => '' };
  const paste = Object.assign(new Event('paste', { bubbles: true }), { clipboardData });
  act(() => void document.body.dispatchEvent(paste));
  await screen.findByText('“a castle”');
  const answers = screen.getAllByRole('button', { name: /(Free|With Generate)$/ });
  // An effect moves the focus after the answers have been drawn.
  await waitFor(() => expect(document.activeElement).toBe(answers[0]));
  fireEvent.keyDown(answers[0] ?? document.body, { key: 'ArrowUp' });
  expect(document.activeElement).toBe(button(/^A picture on the thumbnail/));
  fireEvent.click(button(/^A picture on the thumbnail/));
  await screen.findByText('There is no such thumbnail in your account.');

  expect(takePicture('a')).toEqual({ thumbnailId: 'a', file: LOGO, answer: 'picture' });
  expect(takePicture('a')).toBeUndefined();
});
