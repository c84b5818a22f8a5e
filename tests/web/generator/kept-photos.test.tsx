import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { fakeCaches } from '../support/fake-caches.ts';
import { fakeUploads } from '../support/fake-upload.ts';
import { deferredReply, json, lostConnection, refusal } from '../support/fake-api.ts';
import type { FakeCall } from '../support/fake-api.ts';
import * as home from '../support/home.ts';
import {
  ADA,
  BOB,
  fakeApi,
  imageUrl,
  lastPart,
  mockSignOut,
  openPage,
  press,
  pressSignOut,
  signIn,
  storedThumbnail,
} from '../support/site.tsx';
import type { SiteHandlers } from '../support/site.tsx';

const PHOTO = new File(['x'], 'Day 1.jpg', { type: 'image/jpeg' });
const OTHER = new File(['xyz'], 'Day 1.jpg', { type: 'image/jpeg' });
const ID = '11111111-1111-4111-8111-111111111111';
const STORED: SiteHandlers = {
  createThumbnail: () => json({ generationId: 'a', imageURL: '/a.png' }),
  readThumbnail: () => refusal('not_found'),
};
const refuse = () => refusal('too_many_requests', { params: { reason: 'photos', seconds: 3_600 } });
const REFUSED = /^was not stored\. You have used too many of your own pictures today\./;

let kept: ReturnType<typeof fakeCaches>;

beforeEach(() => {
  fakeUploads(200);
  kept = fakeCaches();
});

const keep = async (userId: string, id = ID) => {
  const about = encodeURIComponent(JSON.stringify({ generationId: id, userId, name: 'me.jpg' }));
  const cache = await caches.open('own-pictures');
  await cache.put(`/own-pictures/${id}`, new Response('jpeg', { headers: { 'x-photo': about } }));
};

const listKept = () =>
  [...(kept.get('own-pictures')?.values() ?? [])].map(({ headers }): unknown =>
    JSON.parse(decodeURIComponent(headers.get('x-photo') ?? '')),
  );

const listBodies = (calls: FakeCall[]) =>
  calls.filter(({ method, url }) => method === 'POST' && url === '/api/thumbnails').map(({ body }) => body);

const SENT = { userId: ADA.id, generationId: ID, referenceId: expect.any(String) as string, name: 'me' };

/** Chooses a picture on home as a visitor, which leads to the sign-up. */
async function chooseAsVisitor(file: File) {
  fireEvent.click(await screen.findByRole('button', { name: 'Use your own picture' }));
  fireEvent.change(await screen.findByLabelText('Your own picture'), { target: { files: [file] } });
  await screen.findByText('Sign up to finish it, free of charge. The picture waits in this browser.');
  const use = screen.getByRole('button', { name: 'Use picture' });
  // The picture is decoded first.
  await waitFor(() => expect(use.matches(':disabled')).toBe(false));
  fireEvent.click(use);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}

it.each([
  ['the same picture, once', PHOTO, 1],
  ['another picture of the same name, beside the first', OTHER, 2],
])('a visitor’s picture waits for the sign-up. After Back it is kept: %s', async (_, second, count) => {
  fakeApi();
  const signUp = openPage();
  await chooseAsVisitor(PHOTO);
  const [first] = listKept();
  const about = { generationId: expect.any(String) as string, userId: '', name: 'Day 1.jpg', fileBytes: 1 };
  expect(first).toEqual(about);
  signUp.unmount();
  openPage();
  await chooseAsVisitor(second);

  await waitFor(() => expect(listKept()).toHaveLength(count));
  expect(listKept().at(-1)).toEqual({ ...about, fileBytes: second.size });
  expect(listKept().at(-1)).not.toEqual(first);
});

it.each([
  ['a visitor’s, and opens after the sign-up', '', 'There is no such thumbnail in your account.'],
  ['an interrupted one, and is announced', ADA.id, 'Your picture is in your thumbnails.'],
])('a picture that waits in the browser is stored once: %s', async (_, userId, text) => {
  await keep(userId);
  const calls = home.openHome(STORED);
  await screen.findByText(text);

  expect(listBodies(calls)).toEqual([SENT]);
  expect(kept).toEqual(new Map());
});

it('a picture that the server refuses can be tried again, under its id', async () => {
  await keep(ADA.id);
  let isRefused = true;
  const calls = home.openHome({
    ...STORED,
    createThumbnail: () => (isRefused ? refuse() : json({ generationId: 'a', imageURL: '/a.png' })),
  });
  await screen.findByText(REFUSED);
  isRefused = false;
  press('Try again');
  await screen.findByText('Your picture is in your thumbnails.');

  expect(listBodies(calls)).toEqual([SENT, SENT]);
  await waitFor(() => expect(screen.queryByText(REFUSED)).toBeNull());
  expect(kept).toEqual(new Map());
});

it('a picture whose id an interrupted request has used up is stored under another id', async () => {
  await keep(ADA.id);
  let requests = 0;
  const calls = home.openHome({
    ...STORED,
    createThumbnail: () => {
      requests += 1;
      return requests === 1 ? refusal('not_found') : json({ generationId: 'a', imageURL: '/a.png' });
    },
  });
  await screen.findByText('Your picture is in your thumbnails.');

  const [first, second, ...others] = listBodies(calls) as [object, { generationId: string }];
  expect([first, others]).toEqual([SENT, []]);
  expect(second).toEqual({ ...SENT, generationId: expect.not.stringContaining(ID) as string });
  expect(home.storedIds()).toEqual([second.generationId]);
  expect(kept).toEqual(new Map());
});

it('a picture that the server refuses can be given up', async () => {
  await keep(ADA.id);
  const calls = home.openHome({ createThumbnail: refuse });
  await screen.findByText(REFUSED);
  press('Discard picture');
  await waitFor(() => expect(kept).toEqual(new Map()));

  await waitFor(() => expect(screen.queryByText(REFUSED)).toBeNull());
  expect(listBodies(calls)).toEqual([SENT]);
});

it('a picture that waits is asked about before a sign-out, which removes it', async () => {
  await keep(ADA.id);
  home.openHome({ ...STORED, createThumbnail: () => lostConnection() });
  mockSignOut();
  await screen.findByText(/^was not stored\. .* It waits in this browser/);
  pressSignOut();
  await screen.findByRole('dialog', { name: 'Sign out with unsaved work?' });
  expect(kept.size).toBe(1);
  press('Sign out and lose it');

  await screen.findByText('Signed out successfully!');
  await waitFor(() => expect(kept.size).toBe(0));
});

it('a picture that waits is not sent for another user', async () => {
  await keep('someone-else');
  const calls = fakeApi(STORED);
  signIn();
  openPage();
  await screen.findAllByRole('option');
  await act(async () => {
    await import('../../../web/src/features/generator/model/photo/store-kept-photos.tsx');
  });

  expect(listBodies(calls)).toEqual([]);
  expect(kept.size).toBe(1);
});

it.each([
  ['an interrupted one', ADA.id],
  ['a visitor’s', ''],
])(
  'a picture of the user before that is stored late changes nothing on the page of the next user: %s',
  async (_, userId) => {
    await keep(userId);
    const late = deferredReply<'createThumbnail'>();
    const calls = home.openHome({
      createThumbnail: () => late.promise,
      readThumbnail: (call) => json(storedThumbnail(lastPart(call))),
    });
    await waitFor(() => expect(listBodies(calls)).toEqual([SENT]));
    home.storeHistory(['b', 'c'], BOB.id);
    signIn(BOB);
    await screen.findByAltText('Prompt b');
    late.resolve(json({ generationId: 'a', imageURL: '/a.png' }));
    await waitFor(() => expect(kept).toEqual(new Map()));
    const image = () => screen.getByAltText<HTMLImageElement>('Prompt b');
    fireEvent.error(image());
    await waitFor(() => expect(image().src).toBe(`${imageUrl('b')}#again`));

    expect(home.storedIds()).toEqual(['b', 'c']);
    expect(screen.queryByText('Your picture is in your thumbnails.')).toBeNull();
  },
);

it('a visitor’s picture belongs to the user who signs in first, also if the server refuses it', async () => {
  await keep('');
  home.openHome({ createThumbnail: refuse });
  await screen.findByText(REFUSED);

  expect(listKept()).toEqual([{ generationId: ID, userId: ADA.id, name: 'me.jpg' }]);
});

it('a sign-out removes the pictures of the user, and keeps the picture of another user', async () => {
  await keep(ADA.id);
  await keep('someone-else', '22222222-2222-4222-8222-222222222222');
  home.openHome({ ...STORED, createThumbnail: () => lostConnection() });
  mockSignOut();
  await screen.findByText(/^was not stored\. .* It waits in this browser/);
  pressSignOut();
  await screen.findByRole('dialog', { name: 'Sign out with unsaved work?' });
  press('Sign out and lose it');

  await screen.findByText('Signed out successfully!');
  await waitFor(() => expect(listKept()).toMatchObject([{ userId: 'someone-else' }]));
});

it('a browser that refuses its storage of pictures has no message', async () => {
  const has = () => Promise.reject(new DOMException('The operation is insecure.', 'SecurityError'));
  vi.stubGlobal('caches', { has });
  home.openHome();
  await screen.findAllByRole('option');
  await act(() => Promise.resolve());

  expect(screen.queryByText('The picture that you chose could not be read.')).toBeNull();
});
