import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { FakeUpload, fakeUploads } from '../support/fake-upload.ts';
import * as home from '../support/home.ts';
import { ADA } from '../support/site.tsx';

const PHOTO = new File(['x'], 'me.jpg', { type: 'image/jpeg' });

beforeEach(() => {
  fakeUploads();
  localStorage.setItem('referenceConsent', ADA.id);
});

async function dropPhoto() {
  home.openHome();
  await screen.findByLabelText('Upload reference images');
  await screen.findAllByRole('option'); // The session and the settings have loaded.
  const drag = (type: string) => {
    const event = new Event(type, { bubbles: true, cancelable: true });
    const dataTransfer = { types: ['Files'], files: [PHOTO], getData: () => '' };
    act(() => void document.body.dispatchEvent(Object.assign(event, { dataTransfer })));
  };
  drag('dragenter');
  await waitFor(() => {
    drag('dragover');
    expect(screen.getByText('Drop the picture to add it as a reference')).toBeTruthy();
  });
  drag('drop');
  return screen.findByRole('dialog', { name: 'What is this picture?' });
}

it('a picture that is dropped on home is asked about, and uploaded for the named purpose', async () => {
  const dialog = await dropPhoto();
  const answers = within(dialog).getAllByRole('listitem');

  expect(answers.map(({ textContent }) => textContent)).toEqual([
    'A style The next image takes its colours, light and mood. With Generate',
    'A layout The next image keeps its composition. With Generate',
    'A cut-out or a logo Generate first, then drop it on the finish page. ',
  ]);
  expect(FakeUpload.all).toEqual([]);
  fireEvent.click(within(dialog).getByRole('button', { name: /^A layout/ }));

  await screen.findByRole('button', { name: 'Purpose of reference 1: Layout' });
  await waitFor(() => expect(FakeUpload.all).toHaveLength(1));
});

it('a picture whose question is closed is not added', async () => {
  const dialog = await dropPhoto();
  fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }));

  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.queryByAltText('Reference 1')).toBeNull();
});
