import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { LAZY_PAGES } from '../../../web/src/app/lazy-pages.tsx';
import { json } from '../support/fake-api.ts';
import { FakeUpload, fakeUploads } from '../support/fake-upload.ts';
import { generate, findImage, typePrompt } from '../support/home.ts';
import { ADA, fakeApi, listedThumbnail, openPage, postCalls, signIn } from '../support/site.tsx';

// In development React runs renders and effects twice. The other tests open the site as it deploys.

const openStrictly = (path?: string) => {
  const calls = fakeApi({ listThumbnails: () => json({ thumbnails: [listedThumbnail('1')] }) });
  signIn();
  openPage(path, { isStrict: true });
  return calls;
};

describe('with effects that run twice', () => {
  it.each(LAZY_PAGES.map(({ path, load }) => [path.replace(':id', '1'), load] as const))(
    'the page %s opens, and changes nothing',
    async (path, load) => {
      const calls = openStrictly(path);
      await act(load);
      await screen.findByText('5');
      const heading = await screen.findByRole('heading', { level: 1 });

      expect(heading.textContent).not.toBe('');
      expect(calls.filter(({ method }) => method !== 'GET')).toEqual([]);
    },
  );

  it('an added image becomes a style, and is uploaded once', async () => {
    fakeUploads();
    localStorage.setItem('referenceConsent', ADA.id);
    const calls = openStrictly();
    const files = [new File(['x'], 'one.png', { type: 'image/png' })];
    fireEvent.change(screen.getByLabelText('Upload reference images'), { target: { files } });
    await screen.findByRole('button', { name: 'Purpose of reference 1: Style' });
    await waitFor(() => expect(FakeUpload.all).toHaveLength(1));

    expect(postCalls(calls).map(({ url }) => url)).toEqual(['/api/reference-images']);
  });

  it('an idea is improved once', async () => {
    const calls = openStrictly();
    typePrompt('a castle');
    const improve = await screen.findByRole<HTMLButtonElement>('button', { name: 'Improve' });
    await waitFor(() => expect(improve.disabled).toBe(false));
    fireEvent.click(improve);
    await screen.findByText('A castle at dusk, seen from below');

    expect(postCalls(calls).map(({ url }) => url)).toEqual(['/api/improve-prompt']);
  });

  it('a thumbnail is generated once', async () => {
    const calls = openStrictly();
    generate();
    await findImage();

    expect(postCalls(calls).map(({ url }) => url)).toEqual(['/api/generate-thumbnail']);
  });
});
