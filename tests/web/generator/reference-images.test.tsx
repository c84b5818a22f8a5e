import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { json, refusal } from '../support/fake-api.ts';
import { FakeUpload, fakeUploads } from '../support/fake-upload.ts';
import * as home from '../support/home.ts';
import { ADA, fakeApi, generated, openPage, postCalls, press } from '../support/site.tsx';

const LINK = 'https://youtu.be/aaaaaaaaaaa';
const FILES = ['one.png', 'two.png'].map((name) => new File(['x'], name, { type: 'image/png' }));

let toBlob: ReturnType<typeof fakeUploads>;
beforeEach(() => {
  toBlob = fakeUploads();
});

async function addImages(files = FILES) {
  fireEvent.change(screen.getByLabelText('Upload reference images'), { target: { files } });
  await screen.findByAltText(`Reference ${files.length}`);
  await screen.findAllByRole('option');
}

const purposeButton = (position: number) =>
  screen.getByRole<HTMLButtonElement>('button', { name: new RegExp(`^Purpose of reference ${position}`) });
// The menus are closed: happy-dom does not open a popover.
const menus = () => screen.queryAllByRole('menu', { hidden: true });
const choose = (position: number, purpose: string) =>
  fireEvent.click(within(menus()[position - 1] ?? document.body).getByText(purpose));
const confirm = () => fireEvent.click(screen.getByRole('button', { name: 'Yes, upload it' }));
const uploadStarted = (count = 1) => waitFor(() => expect(FakeUpload.all).toHaveLength(count));
const purposes = () =>
  [1, 2].map((position) => purposeButton(position).getAttribute('aria-label')?.split(': ')[1]);
const generations = (calls: ReturnType<typeof home.openHome>) =>
  postCalls(calls).filter(({ url }) => url === '/api/generate-thumbnail');

/** Opens the home page with two images, of which the first has a purpose: Style, or the purpose that is chosen. */
async function openWithPurpose(
  purpose: 'Style' | 'Layout',
  handlers: Parameters<typeof home.openHome>[0] = {},
) {
  localStorage.setItem('referenceConsent', ADA.id);
  const calls = home.openHome(handlers);
  await addImages();
  await uploadStarted();
  if (purpose === 'Layout') {
    choose(1, purpose);
    await uploadStarted(2);
  }
  return calls;
}

describe('a reference image', () => {
  it('is uploaded after the creator confirms once per account, and sets the style of the next thumbnail', async () => {
    const calls = home.openHome();
    await addImages();
    expect((await screen.findByRole('dialog')).textContent).toContain(
      'they are processed in the United States only for the thumbnails that you make with them, and deleted within a day.',
    );
    expect(postCalls(calls)).toEqual([]);
    confirm();
    const progress = () => screen.getByRole('progressbar', { name: 'Upload of reference 1' });
    expect(screen.getByText('Preparing...')).toBeTruthy();
    expect(progress().hasAttribute('value')).toBe(false);
    await uploadStarted();
    act(() => FakeUpload.latest()?.upload.onprogress?.({ loaded: 45, total: 100 }));
    expect(screen.getByText('Uploading, 45%')).toBeTruthy();
    expect(progress().getAttribute('value')).toBe('0.45');
    expect(screen.queryByRole('button', { name: /^Retry/ })).toBeNull();
    FakeUpload.latest()?.end(200);

    expect(await screen.findByDisplayValue('Style Guide (2 credits)')).toBeTruthy();
    home.generate('a castle');
    await home.findImage();
    expect(postCalls(calls)[0]?.body).toEqual({ contentType: 'image/jpeg', bytes: 4 });
    const { generationId, ...input } = { ...(generations(calls)[0]?.body as { generationId: string }) };
    expect(generationId).toBeTruthy();
    expect(input).toEqual({
      prompt: 'a castle',
      userId: ADA.id,
      reference: { kind: 'image', id: 'upload-1', use: 'style' },
    });
    expect(screen.getByText('Style from own image')).toBeTruthy();
    choose(2, 'Layout');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(purposes()).toEqual(['Not used', 'Layout']);
    expect(localStorage.getItem('referenceConsent')).toBe(ADA.id);
    await uploadStarted(2);
  });

  it('is not uploaded when the creator does not confirm', async () => {
    const calls = home.openHome();
    await addImages();
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }));

    expect(screen.queryByRole('dialog')).toBeNull();
    expect(purposes()).toEqual(['Not used', 'Not used']);
    home.generate('a castle');
    await home.findImage();
    expect(postCalls(calls)).toHaveLength(1);
    expect(generations(calls)[0]?.body).not.toHaveProperty('reference');
    expect(localStorage.getItem('referenceConsent')).toBeNull();
  });

  it('is refused with its name when it cannot be used', async () => {
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('no image')));
    localStorage.setItem('referenceConsent', ADA.id);
    const calls = home.openHome();
    await addImages();

    expect(await screen.findByText(/^one.png could not be read/)).toBeTruthy();
    await waitFor(() => expect(purposes()).toEqual(['Not used', 'Not used']));
    expect(postCalls(calls)).toEqual([]);
  });

  it('offers a retry after a lost connection', async () => {
    await openWithPurpose('Style');
    FakeUpload.latest()?.end(0);
    fireEvent.click(await screen.findByRole('button', { name: 'Retry the upload of reference 1' }));
    await uploadStarted(2);
    FakeUpload.latest()?.end(200);

    expect(
      await screen.findByText('Takes its colours, light and mood', { selector: '.purpose-button *' }),
    ).toBeTruthy();
    expect(toBlob).toHaveBeenCalledOnce();
  });

  it('is no longer used when its upload is cancelled', async () => {
    await openWithPurpose('Style');
    fireEvent.click(screen.getByRole('button', { name: 'Cancel the upload of reference 1' }));

    expect(purposes()).toEqual(['Not used', 'Not used']);
    expect(FakeUpload.latest()?.abort).toHaveBeenCalledOnce();
    expect(screen.getByRole('button', { name: 'Remove reference 1' })).toBeTruthy();
  });

  it('is uploaded once when its purpose is chosen again', async () => {
    await openWithPurpose('Style');
    choose(1, 'Style');
    FakeUpload.latest()?.end(200);

    expect(await screen.findByDisplayValue('Style Guide (2 credits)')).toBeTruthy();
    expect(FakeUpload.all).toHaveLength(1);
    expect(FakeUpload.latest()?.abort).not.toHaveBeenCalled();
  });

  it('is no longer used when it is removed, and stays when another image is removed', async () => {
    await openWithPurpose('Style');
    FakeUpload.latest()?.end(200);
    await screen.findByDisplayValue('Style Guide (2 credits)');
    press('Remove reference 2');
    expect(screen.getByDisplayValue('Style Guide (2 credits)')).toBeTruthy();

    press('Remove reference 1');
    expect(await screen.findByDisplayValue('Stable Image Core (1 credit)')).toBeTruthy();
  });

  it('is uploaded again, once for three versions, when the server no longer has it', async () => {
    let isExpired = false;
    const calls = await openWithPurpose('Style', {
      readCredits: () => json({ credits: 20 }),
      generateThumbnail: (call) =>
        isExpired && JSON.stringify(call.body).includes('upload-1')
          ? refusal('reference_not_found')
          : generated(home.readId(call)),
      createReferenceImage: () =>
        json({ id: isExpired ? 'upload-2' : 'upload-1', upload: { url: 'https://up.test', headers: {} } }),
    });
    FakeUpload.latest()?.end(200);
    home.generate('a castle');
    await home.findImage();
    isExpired = true;
    fireEvent.click(screen.getByRole('radio', { name: 'Three images' }));
    home.pressGenerate();
    await uploadStarted(2);
    FakeUpload.latest()?.end(200);

    expect(await screen.findByText('3 of 3 are ready')).toBeTruthy();
    expect(FakeUpload.all).toHaveLength(2);
    expect(new Set(generations(calls).map(home.readId)).size).toBe(7);
  });

  it('or the video of a link is used, as the creator chooses', async () => {
    const calls = await openWithPurpose('Layout');
    FakeUpload.latest()?.end(200);
    home.typePrompt(LINK);
    expect(await screen.findByText('Set aside, the video is used')).toBeTruthy();
    const isVideoUsed = () =>
      screen.getByRole<HTMLInputElement>('radio', { name: 'Style from the video' }).checked;
    expect(isVideoUsed()).toBe(true);
    const isUnused = (position: number) => purposeButton(position).closest('li')?.className === 'is-unused';
    expect([1, 2].map(isUnused)).toEqual([true, true]);
    fireEvent.click(screen.getByRole('radio', { name: 'Layout from reference 1' }));
    expect(isVideoUsed()).toBe(false);
    expect([1, 2].map(isUnused)).toEqual([false, true]);

    expect(await screen.findByText('Set aside, your image is used')).toBeTruthy();
    home.pressGenerate();
    expect((await screen.findByRole('alert')).textContent).toContain('Describe the thumbnail in words');
    home.generate(`${LINK} a castle`);
    await home.findImage();
    expect(generations(calls)).toHaveLength(1);
    expect(generations(calls)[0]?.body).toMatchObject({
      prompt: 'a castle',
      reference: { kind: 'image', use: 'layout' },
    });
  });

  it('without a purpose is named beside Generate before it is pressed', async () => {
    home.openHome();
    expect(screen.queryByText(/^Not used:/)).toBeNull();
    await addImages();
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    home.typePrompt('a castle');

    const both = screen.getByText('Not used: one.png, two.png');
    const button = screen.getByRole('button', { name: 'Generate' });
    expect(button.getAttribute('aria-describedby')).toContain(both.id);
    expect(press('Choose a purpose')).toBe(true);
    choose(1, 'Style');
    confirm();
    expect(screen.getByText('Not used: two.png')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Reference: style' })).toBeTruthy();
  });

  it('has no purpose if another image has one', async () => {
    await openWithPurpose('Style');
    fireEvent.change(screen.getByLabelText('Upload reference images'), { target: { files: FILES } });
    await screen.findByAltText('Reference 4');

    expect(screen.getByText('Not used: two.png, one.png, two.png')).toBeTruthy();
    expect(purposes()).toEqual(['Style', 'Not used']);
    expect(FakeUpload.all).toHaveLength(1);
  });

  it('has no purpose for a visitor', async () => {
    fakeApi();
    openPage();
    await addImages();

    expect(purposeButton(1).disabled).toBe(true);
    expect(screen.getAllByText('Sign in to give it a purpose')).toHaveLength(2);
  });
});
