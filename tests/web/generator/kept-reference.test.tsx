import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { FakeUpload, fakeUploads } from '../support/fake-upload.ts';
import * as home from '../support/home.ts';
import { pressOnCard, replyWithList, waitForCards } from '../support/library.tsx';
import { ADA, fakeApi, mockSignOut, openPage, postCalls, pressSignOut, signIn } from '../support/site.tsx';

beforeEach(() => void fakeUploads());

async function addImages() {
  const files = ['one.png', 'two.png'].map((name) => new File(['x'], name, { type: 'image/png' }));
  fireEvent.change(screen.getByLabelText('Upload reference images'), { target: { files } });
  await screen.findByAltText('Reference 2');
}

/** Opens the home page with two images, of which the first gives its style, and then the library. */
async function leaveHome() {
  localStorage.setItem('referenceConsent', ADA.id);
  const calls = home.openHome({ listThumbnails: () => replyWithList('a') });
  home.typePrompt('a castle');
  await addImages();
  await waitFor(() => expect(FakeUpload.all).toHaveLength(1));
  const [link] = screen.getAllByRole('link', { name: 'Thumbnails' });
  if (link) fireEvent.click(link);
  await waitForCards('a');
  return calls;
}

it('a reference image stays with its purpose while another page is open, until its user signs out', async () => {
  mockSignOut();
  const calls = await leaveHome();
  FakeUpload.latest()?.end(200);
  fireEvent.click(screen.getByRole('link', { name: 'New thumbnail' }));
  expect(await screen.findByText('Not used: two.png')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Reference: style' })).toBeTruthy();
  expect(await screen.findByAltText('Reference 2')).toBeTruthy();
  await waitFor(() => expect(home.promptInput().value).toBe('a castle'));
  home.pressGenerate();
  const sent = () => postCalls(calls).filter(({ url }) => url === '/api/generate-thumbnail');
  await waitFor(() => expect(sent()).toHaveLength(1));
  const reference = { kind: 'image', id: 'upload-1', use: 'style' };
  expect(sent()[0]?.body).toMatchObject({ prompt: 'a castle', reference });
  expect(FakeUpload.all).toHaveLength(1);

  pressSignOut();
  await screen.findByText('Signed out successfully!');
  cleanup();
  signIn();
  openPage();
  expect(await screen.findByRole('button', { name: 'Reference' })).toBeTruthy();
  expect(screen.queryByAltText('Reference 1')).toBeNull();
});

it('a reference image stays without its purpose when another page chooses what the next thumbnail is made after', async () => {
  await leaveHome();
  pressOnCard('a', 'Use again');

  expect(await screen.findByText('Not used: one.png, two.png')).toBeTruthy();
});

it('the reference images of a visitor stay during the sign-in, and are named beside Generate', async () => {
  fakeApi();
  openPage();
  await addImages();
  cleanup();
  signIn();
  openPage();

  expect(await screen.findByText('Not used: one.png, two.png')).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Reference: not used' })).toBeTruthy();
});

it('a link that was set aside for an image stays set aside when a thumbnail gives the style', async () => {
  localStorage.setItem('referenceConsent', ADA.id);
  const calls = home.openHome({ listThumbnails: () => replyWithList('a') });
  home.typePrompt('a castle https://youtu.be/aaaaaaaaaaa');
  await screen.findByText('Style from this video · Ada Studio');
  await addImages();
  await waitFor(() => expect(FakeUpload.all).toHaveLength(1));
  FakeUpload.latest()?.end(200);
  await screen.findByRole('button', { name: 'Reference: style' });
  const [link] = screen.getAllByRole('link', { name: 'Thumbnails' });
  if (link) fireEvent.click(link);
  await waitForCards('a');
  pressOnCard('a', 'Use as style');

  expect(await screen.findByText('Set aside, the style of the earlier thumbnail is used')).toBeTruthy();
  const style = await screen.findByRole('button', { name: 'Style' });
  expect(style.getAttribute('aria-pressed')).toBe('true');
  fireEvent.click(style);
  expect(await screen.findByText('Style from this video · Ada Studio')).toBeTruthy();
  fireEvent.click(style);
  await screen.findByText('Set aside, the style of the earlier thumbnail is used');
  home.pressGenerate();
  const sent = () => postCalls(calls).filter(({ url }) => url === '/api/generate-thumbnail');
  await waitFor(() => expect(sent()).toHaveLength(1));
  const reference = { kind: 'thumbnail', id: 'a', use: 'style' };
  expect(sent()[0]?.body).toMatchObject({ prompt: 'a castle', reference });
});
