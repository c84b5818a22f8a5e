import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { FakeUpload, fakeUploads } from '../support/fake-upload.ts';
import * as home from '../support/home.ts';
import { json, refusal } from '../support/fake-api.ts';
import type { FakeCall } from '../support/fake-api.ts';
import { ADA } from '../support/site.tsx';
import type { SiteHandlers } from '../support/site.tsx';

const PHOTO = new File(['x'], 'me.jpg', { type: 'image/jpeg' });
let calls: FakeCall[] = [];

beforeEach(() => {
  fakeUploads();
  localStorage.setItem('referenceConsent', ADA.id);
});

async function dropPhoto(handlers: SiteHandlers = {}) {
  calls = home.openHome(handlers);
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
    expect(screen.getByText('Drop the picture or video to use it')).toBeTruthy();
  });
  drag('drop');
  return screen.findByRole('dialog', { name: 'What is this picture?' });
}

it('a picture that is dropped on home is asked about, and uploaded for the named purpose', async () => {
  const dialog = await dropPhoto();
  const answers = await within(dialog).findAllByRole('listitem');

  expect(answers.map(({ textContent }) => textContent)).toEqual([
    'The thumbnail itself Crop it to 16:9, then finish it. No AI. Free',
    'A style or layout The next image follows it. With Generate',
    'A cut-out Make a thumbnail first: it goes on top. 1 credit',
    'A picture on the thumbnail Make a thumbnail first: it goes on top. Free',
  ]);
  expect(FakeUpload.all).toEqual([]);
  fireEvent.click(within(dialog).getByRole('button', { name: /^A style or layout/ }));

  await screen.findByRole('button', { name: 'Purpose of reference 1: Style' });
  await waitFor(() => expect(FakeUpload.all).toHaveLength(1));
});

it('a picture whose question is closed is not added', async () => {
  const dialog = await dropPhoto();
  fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }));

  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.queryByAltText('Reference 1')).toBeNull();
});

describe('a picture that is the thumbnail itself', () => {
  const listRequests = () =>
    calls.filter(({ method, url }) => method === 'POST' && url === '/api/thumbnails').map(({ body }) => body);

  async function openCrop(handlers: SiteHandlers = {}) {
    FakeUpload.status = 200;
    const dialog = await dropPhoto(handlers);
    fireEvent.click(await within(dialog).findByRole('button', { name: /^The thumbnail itself/ }));
    await screen.findByRole('dialog', { name: 'Crop to 16:9' });
    await screen.findByText('1600 × 900 is stored.');
  }

  it('is cropped, uploaded, made a thumbnail of its name, and opened on its finish page', async () => {
    await openCrop({
      createThumbnail: () => json({ generationId: 'a', imageURL: '/a.png' }),
      readThumbnail: () => refusal('not_found'),
    });
    fireEvent.change(screen.getByRole('slider', { name: 'Zoom' }), { target: { value: '200' } });
    await screen.findByText('800 × 450 is stored.');
    fireEvent.click(screen.getByRole('button', { name: 'Use picture' }));

    await screen.findByText('There is no such thumbnail in your account.');
    const [body, ...others] = listRequests();
    const { generationId } = body as { generationId: string };
    expect([body, others]).toEqual([
      { userId: ADA.id, generationId, referenceId: expect.any(String) as string, name: 'me' },
      [],
    ]);
    expect(calls.map(({ url }) => url)).toContain(`/api/thumbnails/${generationId}`);
  });

  it('keeps its id and its crop when it could not be stored, so that another press makes one thumbnail', async () => {
    let answers = 0;
    await openCrop({
      createThumbnail: () => {
        answers += 1;
        return answers === 1
          ? Promise.reject(new TypeError('Failed to fetch'))
          : json({ generationId: 'a', imageURL: '/a.png' });
      },
      readThumbnail: () => refusal('not_found'),
    });
    fireEvent.click(screen.getByRole('button', { name: 'Use picture' }));
    await screen.findByText(/^The picture was not stored\. /);
    fireEvent.click(screen.getByRole('button', { name: 'Use picture' }));

    await waitFor(() => expect(listRequests()).toHaveLength(2));
    const ids = listRequests().map((body) => (body as { generationId: string }).generationId);
    expect(new Set(ids).size).toBe(1);
  });
});
