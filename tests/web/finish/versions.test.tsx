import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { json } from '../support/fake-api.ts';
import { press } from '../support/site.tsx';
import { stubBrowser, THUMBNAIL } from './support/finish-page.ts';
import { editOf, openImageTools, recolor, requests, SIZE, versions } from './support/image-tools.ts';

beforeEach(stubBrowser);

describe('the versions', () => {
  const EDITS = [editOf('e2', { kind: 'upscale' }, 'e1'), editOf('e1', { kind: 'erase' })];

  it('are listed from the oldest, and the tools continue from the one before 4K', async () => {
    const { calls } = await openImageTools({ edits: EDITS });
    press('Version 4K');

    expect(versions()).toEqual([
      ['Original', 'false'],
      ['Erased', 'false'],
      ['4K', 'true'],
    ]);
    expect(screen.getByText(/the tools continue from the version that it was made from/)).toBeDefined();
    recolor();
    await waitFor(() => expect(requests(calls)).toMatchObject([{ baseId: 'e1' }]));
  });

  it('are loaded from the URLs of now when a URL of the page has expired', async () => {
    let reads = 0;
    const withUrls = (suffix: string) =>
      EDITS.map((made) => ({ ...made, imageURL: `${made.imageURL}?${suffix}` }));
    const { calls } = await openImageTools({
      more: {
        image: ({ url }) => new Response('image', { status: url.endsWith('?first') ? 403 : 200 }),
        readThumbnail: () => {
          reads += 1;
          return json({ ...THUMBNAIL, ...SIZE, edits: withUrls(reads === 1 ? 'first' : 'renewed') });
        },
      },
    });
    press('Version Erased');

    await waitFor(() => expect(calls.at(-1)?.url).toBe('https://images.test/e1.png?renewed'));
    expect(reads).toBe(2);
  });

  it('shows the small copy of the original, without the design, while the page has another version', async () => {
    const stored = { ...THUMBNAIL, ...SIZE, edits: EDITS, design: { layers: [], crop: 0.5, image: 'e2' } };
    const originalPreviewURL = 'https://images.test/small.webp';
    await openImageTools({ more: { readThumbnail: () => json({ ...stored, originalPreviewURL }) } });
    const { firstElementChild } = screen.getByRole('button', { name: 'Version Original' });
    expect(firstElementChild).toHaveProperty('src', originalPreviewURL);
  });
});
