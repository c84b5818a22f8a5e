import { addXmpToJpeg, xmpPacket } from '#contract/design/image-metadata.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeCaches } from '../support/fake-caches.ts';
import { FakeUpload, fakeUploads } from '../support/fake-upload.ts';
import { json, refusal } from '../support/fake-api.ts';
import type { FakeCall } from '../support/fake-api.ts';
import * as home from '../support/home.ts';
import { ADA } from '../support/site.tsx';
import type { SiteHandlers } from '../support/site.tsx';

const PHOTO = new File(['x'], 'Day 1\u202e.jpg', { type: 'image/jpeg' });
const LOGO = new File(['x'], 'logo.png', { type: 'image/png' });
/** The browser reads a file in parts of this size. The term of the mark begins in one part and ends in the next part. */
const PART_BYTES = 4_000_000;
/** The start and the end of a JPEG. */
const JPEG = new Uint8Array([0xff, 0xd8, 0xff, 0xd9, 0, 0]);
const STORED: SiteHandlers = {
  createThumbnail: () => json({ generationId: 'a', imageURL: '/a.png' }),
  readThumbnail: () => refusal('not_found'),
};

let kept: ReturnType<typeof fakeCaches>;
let toBlob: ReturnType<typeof fakeUploads>;

beforeEach(() => {
  toBlob = fakeUploads(200);
  kept = fakeCaches();
});

const button = (name: string | RegExp) => screen.getByRole('button', { name });

/** Chooses a file with the chip on home, and waits until it can be cropped. */
async function choose(file: File) {
  fireEvent.click(await screen.findByRole('button', { name: 'Use your own picture' }));
  fireEvent.change(await screen.findByLabelText('Your own picture'), { target: { files: [file] } });
  await screen.findByRole('dialog', { name: 'Crop to 16:9' });
}

async function openCrop(handlers: SiteHandlers = STORED, file = PHOTO) {
  const calls = home.openHome(handlers);
  await screen.findAllByRole('option'); // The session and the settings have loaded.
  await choose(file);
  await screen.findByText('1600 × 900 is stored.');
  return calls;
}

const listBodies = (calls: FakeCall[]) =>
  calls.filter(({ method, url }) => method === 'POST' && url === '/api/thumbnails').map(({ body }) => body);

describe('the crop of an own picture', () => {
  const part = () => button('The part that is stored');
  const readPart = () => {
    const { left, top, width, height } = part().style;
    return [left, top, width, height].map((share) => Math.round(parseFloat(share)));
  };

  it('has the focus, and says that a picture of 16:9 needs no work', async () => {
    await openCrop();

    await waitFor(() => expect(document.activeElement).toBe(part()));
    expect(readPart()).toEqual([0, 0, 100, 100]);
    expect(screen.getByText('The picture is 16:9 already: nothing is cut off.')).toBeTruthy();
  });

  it('is zoomed and moved with the keys, stays inside of the picture, and is reset by a double press', async () => {
    await openCrop();
    for (let presses = 0; presses < 10; presses += 1) fireEvent.keyDown(part(), { key: '+' });
    expect(readPart()).toEqual([25, 25, 50, 50]);
    fireEvent.keyDown(part(), { key: 'ArrowRight', shiftKey: true });
    fireEvent.keyDown(part(), { key: 'ArrowDown' });
    await screen.findByText('26 % from the left, 25 % from the top');
    for (let presses = 0; presses < 60; presses += 1) {
      fireEvent.keyDown(part(), { key: 'ArrowLeft', shiftKey: true });
    }
    expect(readPart()).toEqual([0, 25, 50, 50]);
    fireEvent.doubleClick(part());

    expect(readPart()).toEqual([0, 0, 100, 100]);
  });

  it('is moved by one finger, zoomed by two and by the wheel, and says how sharp it is', async () => {
    await openCrop();
    const point = (type: 'pointerDown' | 'pointerMove' | 'pointerUp', pointerId: number, x: number) =>
      fireEvent[type](part(), { pointerId, clientX: x, clientY: 450, button: 0 });
    vi.spyOn(HTMLElement.prototype, 'setPointerCapture').mockReturnValue();
    point('pointerDown', 1, 700);
    point('pointerDown', 2, 900);
    point('pointerMove', 1, 600);
    point('pointerMove', 2, 1_000);
    point('pointerUp', 2, 1_000);
    expect(readPart()).toEqual([25, 25, 50, 50]);
    point('pointerMove', 1, 760);
    point('pointerUp', 1, 760);
    point('pointerMove', 1, 0);
    expect(readPart()).toEqual([35, 25, 50, 50]);
    expect(screen.getByText('800 × 450 is stored.')).toBeTruthy();
    expect(
      screen.getByText('YouTube recommends 1280 × 720, so it looks a little soft on large screens.'),
    ).toBeTruthy();
    fireEvent.wheel(part(), { deltaY: 5_000 });

    expect(readPart()).toEqual([0, 0, 100, 100]);
  });

  it('asks for the color behind a transparent picture', async () => {
    await openCrop(STORED, LOGO);
    fireEvent.click(screen.getByRole('radio', { name: 'Colour' }));
    fireEvent.change(screen.getByLabelText('Colour of the background'), { target: { value: '#00ff00' } });

    const canvas = document.querySelector<HTMLElement>('.crop-stage canvas');
    expect(canvas?.style.background).toBe('#00ff00');
  });

  it('names a file that the browser cannot read, and leaves what was typed', async () => {
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('EncodingError')));
    home.openHome();
    await screen.findAllByRole('option');
    home.typePrompt('a castle');
    await choose(new File(['x'], 'clip.heic', { type: 'image/heic' }));
    await screen.findByText(
      'clip.heic is a HEIC photo, which this browser cannot read. Save it as a JPEG and choose that file.',
    );
    fireEvent.click(button('Cancel'));

    expect(screen.queryByRole('dialog')).toBeNull();
    expect(home.promptInput().value).toBe('a castle');
  });
});

describe('the storing of an own picture', () => {
  it('makes one thumbnail, names it in one visible line, and puts it into the history', async () => {
    const calls = await openCrop();
    fireEvent.keyDown(button('The part that is stored'), { key: 'Enter' });
    await screen.findByText('There is no such thumbnail in your account.');
    const [body, ...others] = listBodies(calls);
    const { generationId } = body as { generationId: string };

    expect([body, others]).toEqual([
      { userId: ADA.id, generationId, referenceId: expect.any(String) as string, name: 'Day 1' },
      [],
    ]);
    expect(home.storedIds()).toEqual([generationId]);
    expect(kept).toEqual(new Map());
  });

  it('keeps the mark of a file that AI made, which the canvas drops', async () => {
    const marked = addXmpToJpeg(JPEG, xmpPacket('generated'));
    const termAt = new TextDecoder('latin1').decode(marked).indexOf('trainedAlgorithmicMedia');
    const beforeMark = new Uint8Array(PART_BYTES - termAt - 5);
    toBlob.mockImplementation((done) => done(new Blob([JPEG], { type: 'image/jpeg' })));
    await openCrop(STORED, new File([beforeMark, marked], 'Export.jpg', { type: 'image/jpeg' }));
    fireEvent.keyDown(button('The part that is stored'), { key: 'Enter' });
    await screen.findByText('There is no such thumbnail in your account.');

    expect(JSON.parse(localStorage.getItem('thumbnailHistory') ?? '')).toMatchObject([
      { model: 'ai-picture' },
    ]);
  });

  it('keeps its id while the crop stays, so that another press makes the same thumbnail', async () => {
    let answers = 0;
    const calls = await openCrop({
      ...STORED,
      createThumbnail: () => {
        answers += 1;
        return answers < 3
          ? refusal('too_many_requests', { params: { reason: 'photos', seconds: 3_600 } })
          : json({ generationId: 'a', imageURL: '/a.png' });
      },
    });
    const use = async (count: number) => {
      fireEvent.click(button('Use picture'));
      await waitFor(() => expect(listBodies(calls)).toHaveLength(count));
    };
    await use(1);
    await screen.findByText(
      /^The picture was not stored\. You have used too many of your own pictures today/,
    );
    await use(2);
    await screen.findByText(/^The picture was not stored/);
    fireEvent.keyDown(button('The part that is stored'), { key: '+' });
    await use(3);

    const [first, second, third] = listBodies(calls).map(
      (body) => (body as { generationId: string }).generationId,
    );
    expect([second === first, third === first]).toEqual([true, false]);
  });

  it('ends with the dialog, while the picture is uploaded', async () => {
    FakeUpload.status = undefined;
    const calls = await openCrop();
    fireEvent.click(button('Use picture'));
    await screen.findByText('Uploading, 0%');
    await waitFor(() => expect(kept.size).toBe(1));
    fireEvent.click(button('Cancel'));

    expect(screen.queryByRole('dialog')).toBeNull();
    await waitFor(() => expect(kept.size).toBe(0));
    expect([FakeUpload.latest()?.abort.mock.calls.length, listBodies(calls)]).toEqual([1, []]);
  });
});
