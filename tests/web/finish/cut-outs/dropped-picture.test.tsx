import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { deferredReply, refusal } from '../../support/fake-api.ts';
import type { FakeCall } from '../../support/fake-api.ts';
import { press } from '../../support/site.tsx';
import {
  choosePhoto,
  createNow,
  creations,
  openCutouts,
  openDialog,
  PHOTO,
  stubUploads,
} from '../support/cutouts.ts';
import { layerNames } from '../support/finish-page.ts';

beforeEach(stubUploads);

const drop = (file: File) => {
  const event = new Event('drop', { bubbles: true, cancelable: true });
  Object.assign(event, { dataTransfer: { types: ['Files'], files: [file] } });
  act(() => void document.body.dispatchEvent(event));
  return event;
};

/** The answers of the question what a picture is, with what can be pressed. */
const findAnswers = async () => {
  const dialog = await screen.findByRole('dialog', { name: 'What is this picture?' });
  return within(dialog)
    .getAllByRole('listitem')
    .map((item) => [item.textContent, item.querySelector('button') !== null]);
};

it.each([
  PHOTO,
  // Chrome on Windows knows no type for it.
  new File(['x'], 'me.HEIC'),
])(
  'a picture that is dropped on the page waits for an answer, because a cut-out costs credits: $name',
  async (file) => {
    const calls = await openCutouts();
    expect(drop(file).defaultPrevented).toBe(true);

    expect(await findAnswers()).toEqual([
      ['A cut-out The background goes, the person stays. 1 credit', true],
      ['A picture on the thumbnail A logo or a screenshot, as it is. Free', true],
    ]);
    expect(creations(calls)).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: /^A cut-out/ }));

    await waitFor(async () => expect(await layerNames()).toEqual(['Cut-out', 'The image']));
  },
);

describe('a picture with transparency', () => {
  const LOGO = new File(['x'], 'logo.png', { type: 'image/png' });

  it.each([
    ['A logo or picture', 'Picture', {}],
    // Its name tells it from a picture.
    ['A cut-out of a person', 'Cut-out', { name: 'logo' }],
  ])('is added as it is without a credit: %s', async (answer, layer, sent) => {
    const calls = await openCutouts();
    drop(LOGO);

    expect(await findAnswers()).toEqual([
      ['A logo or picture Add as it is, in a free corner. Free', true],
      ['A cut-out of a person It has no background already. Free', true],
      ['Cut it out again What is left of the background goes. 1 credit', true],
    ]);
    expect(screen.getByText('1280 × 720, transparent')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: new RegExp(`^${answer}`) }));

    await waitFor(async () => expect(await layerNames()).toEqual([layer, 'The image']));
    expect(creations(calls)).toMatchObject([{ referenceId: 'upload-1', keepsBackground: true, ...sent }]);
  });
});

describe('without credits', () => {
  it('the paid answer comes last and says so, with the packs, before anything asks for consent', async () => {
    localStorage.removeItem('referenceConsent');
    await openCutouts({ credits: 0 });
    await screen.findByText('0');
    drop(PHOTO);

    expect(await findAnswers()).toEqual([
      ['A picture on the thumbnail A logo or a screenshot, as it is. Free', true],
      ['A cut-out Takes 1 credit, and you have 0. See packs 1 credit', false],
    ]);
    expect(screen.getByRole('link', { name: 'See packs' }).getAttribute('href')).toBe('/buy-credits');
    expect(screen.queryByRole('dialog', { name: 'May you use this image?' })).toBeNull();
  });

  it('the dialog of the cut-outs takes no file and says why', async () => {
    await openCutouts({ credits: 0 });
    await openDialog();

    const input = await screen.findByLabelText<HTMLInputElement>('Face or object');
    await waitFor(() => expect(input.disabled).toBe(true));
    expect(input.getAttribute('aria-describedby')).toBe(
      screen.getByText('Takes 1 credit, and you have 0.').parentElement?.id,
    );
    expect(screen.getByRole('link', { name: 'See packs' })).toBeDefined();
  });
});

it('the question about a second picture stays when the cut-out of the first one is ready', async () => {
  const reply = deferredReply<'createCutout'>();
  let first: FakeCall | undefined;
  await openCutouts({
    create: (call) => {
      first = call;
      return reply.promise;
    },
  });
  drop(PHOTO);
  await findAnswers();
  fireEvent.click(screen.getByRole('button', { name: /^A cut-out/ }));
  await screen.findByText('Removing the background...');
  press('Close');
  drop(new File(['xy'], 'other.jpg', { type: 'image/jpeg' }));
  await findAnswers();
  if (first) reply.resolve(createNow(first));
  await waitFor(async () => expect(await layerNames()).toEqual(['Cut-out', 'The image']));

  expect(await findAnswers()).toHaveLength(2);
});

it('the failure of a picture is gone when another picture is dropped, and when the dialog opens again', async () => {
  let isUp = false;
  const calls = await openCutouts({
    create: (call) => (isUp ? createNow(call) : refusal('model_unavailable')),
  });
  await openDialog();
  await choosePhoto();
  expect(await screen.findByText(/^The cut-out was not made/)).toBeDefined();
  press('Close');
  await openDialog();
  expect(screen.queryByText(/^The cut-out was not made/)).toBeNull();

  await choosePhoto();
  expect(await screen.findByText(/^The cut-out was not made/)).toBeDefined();
  press('Close');
  isUp = true;
  drop(new File(['xy'], 'other.jpg', { type: 'image/jpeg' }));
  expect(await findAnswers()).toHaveLength(2);
  expect(screen.queryByText(/^The cut-out was not made/)).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: /^A cut-out/ }));

  await waitFor(async () => expect(await layerNames()).toEqual(['Cut-out', 'The image']));
  expect(creations(calls)).toHaveLength(3);
});

it('a picture that the browser cannot read is named with the reason', async () => {
  await openCutouts();
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('Damaged')));
  drop(new File(['x'], 'me.HEIC'));

  expect(
    await screen.findByText(
      'me.HEIC is a HEIC photo, which this browser cannot read. Save it as a JPEG and choose that file.',
    ),
  ).toBeDefined();
});

it.each([
  ['the words of a document, with a picture of them', 'I BUILT IT', false],
  ['a file, whose name is a text beside it', 'me.jpg', true],
])(
  'what is pasted beside the fields is asked about only if it is a file: %s',
  async (_what, text, isTaken) => {
    await openCutouts();
    const paste = new Event('paste', { bubbles: true, cancelable: true });
    const getData = (type: string) => (type === 'text/plain' ? text : '');
    Object.assign(paste, { clipboardData: { files: [PHOTO], getData } });
    act(() => void document.body.dispatchEvent(paste));

    expect(paste.defaultPrevented).toBe(isTaken);
    if (isTaken) expect(await findAnswers()).toHaveLength(2);
  },
);
