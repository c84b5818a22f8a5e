import { openAsBlob } from 'node:fs';
import jpeg from 'jpeg-js';
import type { Design } from '#contract/design/design.ts';
import { TEXT_LAYER } from '../support/designs.ts';
import { readMark } from '../support/image-metadata.ts';
import { readZip } from '../support/read-zip.ts';
import type { Creator } from './support/creator.ts';
import { toasts } from './support/page.ts';
import { expect, test } from './support/test.ts';

const DESIGN: Design = {
  layers: [
    {
      ...TEXT_LAYER,
      translations: {
        de: { text: 'ICH HABE EINE BURG GEBAUT' },
        ar: { text: 'بنيت قلعة' },
        ja: { text: '城を建てた', review: 'suggested' },
      },
    },
  ],
  crop: 0.5,
};

async function saveDesign(site: string, { storageState }: Creator, id: string): Promise<void> {
  const items = storageState.origins.flatMap(({ localStorage }) => localStorage);
  const token = items.find(({ name }) => name.endsWith('.idToken'))?.value ?? '';
  const response = await fetch(`${site}/api/thumbnails/${id}/design`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ design: DESIGN, version: 0 }),
  });
  expect(await response.json()).toEqual({ version: 1 });
}

test('A design in four languages is exported as one zip, with a file of each language and its mark', async ({
  page,
  site,
  visit,
  creator,
}) => {
  const [id = ''] = await creator.generate('A castle');
  await saveDesign(site.url, creator, id);
  await visit(`/thumbnails/${id}`, creator);
  await page.getByRole('button', { name: 'File settings' }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export all languages 4 files, one zip' }).click();

  const download = await downloading;
  expect(download.suggestedFilename()).toBe('a-castle-1280x720-languages.zip');
  const files = await readZip(await openAsBlob(await download.path()));
  expect([...files.keys()]).toEqual([
    'a-castle-1280x720.jpg',
    'a-castle-1280x720-ar.jpg',
    'a-castle-1280x720-de.jpg',
    'a-castle-1280x720-ja.jpg',
  ]);
  const images = [...files.values()].map((file) => {
    const { width, height, data } = jpeg.decode(file);
    return { width, height, isSmall: file.length < 2_000_000, mark: readMark(file), data };
  });
  expect(images.map(({ data: _data, ...image }) => image)).toEqual(
    images.map(() => ({
      ...{ width: 1_280, height: 720, isSmall: true },
      mark: {
        source: 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia',
        tool: 'Thumbforge',
      },
    })),
  );
  expect(new Set(images.map(({ data }) => data.toString('latin1'))).size, 'different pictures').toBe(4);
  await expect(
    toasts(page).getByText(
      /^Exported a-castle-1280x720-languages\.zip, 4 files, [\d.]+ [kM]B\. You have not confirmed the words in Japanese\.$/,
    ),
  ).toBeVisible();
});
