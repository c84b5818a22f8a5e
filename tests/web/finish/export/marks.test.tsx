import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Psd } from 'ag-psd';
import type { Layer } from '#contract/design/design.ts';
import { xmpPacket } from '#contract/design/image-metadata.ts';
import type { ImageMark } from '#contract/image-mark.ts';
import { findKinds } from '../../../../web/src/api/cutouts.ts';
import { CUTOUT_LAYER, TEXT_LAYER } from '../../../support/designs.ts';
import { readMark } from '../../../support/image-metadata.ts';
import { createPng } from '../../../support/masks.ts';
import { readZip } from '../../../support/read-zip.ts';
import { json } from '../../support/fake-api.ts';
import { openLibrary, pressOnCard, summary, waitForCards } from '../../support/library.tsx';
import { imageUrl, press, type SiteHandlers } from '../../support/site.tsx';
import { cutout } from '../support/cutouts.ts';
import { fakePictures } from '../support/fake-pictures.ts';
import { ID, openEditor, withThumbnail } from '../support/finish-page.ts';

const TERM = 'http://cv.iptc.org/newscodes/digitalsourcetype';
const MARKS = {
  none: undefined,
  composite: { source: `${TERM}/compositeWithTrainedAlgorithmicMedia`, tool: 'Thumbforge' },
  generated: { source: `${TERM}/trainedAlgorithmicMedia`, tool: 'Thumbforge' },
} as const satisfies Record<ImageMark, unknown>;

const { cutoutId } = CUTOUT_LAYER;
const EDIT = {
  ...{ id: '1d2c3b4a-57f3-4a0d-8a56-7f6a1b3c4d22', baseId: ID, operation: { kind: 'upscale' as const } },
  ...{ imageURL: imageUrl('edit'), width: 1_280, height: 720, createdAt: '2026-11-22T10:00:00.000Z' },
} as const;

interface Case {
  model: string;
  layers?: Layer[];
  isEdited?: boolean;
  /** The cut-out that the account has. @default a cut-out by a model */
  owned?: 'cutout' | 'picture' | 'nothing';
}

/** The words that a creator reads. */
const describeMark = ({ model }: Case, mark: ImageMark): string => {
  if (mark !== 'composite') return mark === 'none' ? 'Camera' : 'AI';
  return model === 'core' ? 'AI, with your picture' : 'Camera, edited with AI';
};

const CASES: [string, Case, ImageMark][] = [
  ['a photo with a text', { model: 'photo' }, 'none'],
  ['a photo that shows an edit', { model: 'photo', isEdited: true }, 'composite'],
  ['a photo with a cut-out', { model: 'photo', layers: [CUTOUT_LAYER] }, 'composite'],
  ['a photo with a picture', { model: 'photo', layers: [CUTOUT_LAYER], owned: 'picture' }, 'none'],
  ['a photo with a deleted cut-out', { model: 'photo', layers: [CUTOUT_LAYER], owned: 'nothing' }, 'none'],
  [
    'a photo with a hidden cut-out',
    { model: 'photo', layers: [TEXT_LAYER, { ...CUTOUT_LAYER, hidden: true }] },
    'none',
  ],
  ['a copy of an edited photo', { model: 'edited-photo' }, 'composite'],
  ['a generated image', { model: 'core' }, 'generated'],
  ['a generated image that shows an edit', { model: 'core', isEdited: true }, 'generated'],
  ['a generated image with a cut-out', { model: 'core', layers: [CUTOUT_LAYER] }, 'composite'],
];

/** The files that the page saves. */
const saved: Blob[] = [];

beforeEach(() => {
  fakePictures();
  saved.length = 0;
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    if (file instanceof Blob) saved.push(file);
    return 'blob:file';
  });
  const toBlob = vi.spyOn(HTMLCanvasElement.prototype, 'toBlob');
  const encodeJpeg = toBlob.getMockImplementation();
  toBlob.mockImplementation(function encode(this: HTMLCanvasElement, done, type, quality) {
    if (type === 'image/png') done(new Blob([new Uint8Array(createPng(2, 2))]));
    else encodeJpeg?.call(this, done, type, quality);
  });
});

function serve({ model, layers = [TEXT_LAYER], isEdited, owned = 'cutout' }: Case): SiteHandlers {
  const design = { layers, crop: 0.5, ...(isEdited && { image: EDIT.id }) };
  const cutouts = owned === 'nothing' ? [] : [{ ...cutout(cutoutId), isPicture: owned === 'picture' }];
  return {
    ...withThumbnail({ model, design, edits: [EDIT] }),
    listCutouts: () => json({ cutouts }),
    listThumbnails: () => json({ thumbnails: [summary(ID, { model, isFinished: true })] }),
  };
}

const readMarks = (files: readonly Blob[]) =>
  Promise.all(files.map(async (file) => readMark(new Uint8Array(await file.arrayBuffer()))));

async function readSaved(count = 1) {
  await waitFor(() => expect(saved).toHaveLength(count));
  return readMarks(saved);
}

/** The marks of the files in the zip that the page saves. */
async function readZipMarks() {
  await waitFor(() => expect(saved).toHaveLength(1));
  const zips = await Promise.all(saved.map(readZip));
  return zips.flatMap((files) => [...files.values()]).map(readMark);
}

it.each(CASES)('marks the exports of %s on the finish page, and says so in words', async (_, file, mark) => {
  await openEditor(serve(file));

  press('Export');
  expect(await readSaved()).toEqual([MARKS[mark]]);
  expect((await screen.findByText('Origin')).parentElement?.textContent).toMatch(
    new RegExp(`^Origin ${describeMark(file, mark)}The file`),
  );
  fireEvent.click(screen.getByRole('radio', { name: 'PNG', hidden: true }));
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Export' })).toHaveProperty('disabled', false),
  );
  press('Export');
  expect(await readSaved(2)).toEqual([MARKS[mark], MARKS[mark]]);
});

it.each(CASES)('marks the finished file of %s in the library', async (_, file, mark) => {
  await openLibrary(serve(file));
  await waitForCards(ID);

  pressOnCard(ID, 'Download finished');

  expect(await readSaved()).toEqual([MARKS[mark]]);
});

it('takes a cut-out that is not in the list any more for the work of a model', () => {
  const listed = [{ ...cutout('a'), isPicture: true }, cutout('b')];

  expect([...findKinds(['a', 'b', 'c'], listed)]).toEqual([
    ['a', 'picture'],
    ['b', 'cutout'],
    ['c', 'cutout'],
  ]);
});

it('marks each file of a zip', async () => {
  const photo = serve({ model: 'photo' }).readThumbnail;
  const generated = serve({ model: 'core' }).readThumbnail;
  await openLibrary({
    listThumbnails: () => json({ thumbnails: ['a', 'b'].map((id) => summary(id, { isFinished: true })) }),
    readThumbnail: (call) => (call.url.endsWith('a') ? photo : generated)?.(call) ?? new Error(),
  });
  await waitForCards('a', 'b');
  for (const box of screen.getAllByRole('checkbox', { name: /^Select: / })) fireEvent.click(box);
  fireEvent.click(within(screen.getByRole('region', { name: 'Selection' })).getByText('Finished, JPEG'));

  expect(await readZipMarks()).toEqual([undefined, MARKS.generated]);
});

it.each<[string, Case, ImageMark]>([
  ['a photo', { model: 'photo', layers: [] }, 'none'],
  ['a photo with a cut-out', { model: 'photo', layers: [CUTOUT_LAYER] }, 'composite'],
])('marks the file of each language of %s', async (_, { layers = [], ...file }, mark) => {
  const text = { ...TEXT_LAYER, translations: { de: { text: 'EINE BURG' } } };
  await openEditor(serve({ ...file, layers: [...layers, text] }));

  const button = await screen.findByRole('button', { name: /^Export all languages/, hidden: true });
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('false'));
  fireEvent.click(button);

  expect(await readZipMarks()).toEqual([MARKS[mark], MARKS[mark]]);
});

it.each<[string, Case, ImageMark]>([
  [
    'a photo with a hidden cut-out',
    { model: 'photo', layers: [{ ...CUTOUT_LAYER, hidden: true }] },
    'composite',
  ],
  ['a photo with a deleted cut-out', { model: 'photo', layers: [CUTOUT_LAYER], owned: 'nothing' }, 'none'],
  [
    'a photo with a hidden picture',
    { model: 'photo', layers: [{ ...CUTOUT_LAYER, hidden: true, isPicture: true }], owned: 'picture' },
    'none',
  ],
  [
    'a generated image with a transparent picture',
    { model: 'core', layers: [{ ...CUTOUT_LAYER, opacity: 0, isPicture: true }], owned: 'picture' },
    'composite',
  ],
])('marks the Photoshop file of %s by all of its layers', async (_, file, mark) => {
  const written: unknown[] = [];
  class FakeWorker extends EventTarget {
    postMessage({ imageResources }: Psd) {
      if (imageResources) written.push(imageResources.xmpMetadata);
      this.dispatchEvent(new MessageEvent('message', { data: new ArrayBuffer(1) }));
    }
    readonly terminate = vi.fn();
  }
  vi.stubGlobal('Worker', FakeWorker);
  await openEditor(serve(file));

  fireEvent.click(await screen.findByRole('radio', { name: 'Photoshop (layers)', hidden: true }));
  press('Export');

  await waitFor(() => expect(written).toEqual([mark === 'none' ? undefined : xmpPacket(mark)]));
  expect(screen.getByText('Origin').parentElement?.textContent).toContain(describeMark(file, mark));
});

it('marks the file that is shared', async () => {
  const share = vi.fn<Navigator['share']>().mockResolvedValue(undefined);
  const abilities = { share, canShare: () => true };
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator) as object, abilities));
  await openEditor(serve({ model: 'photo', isEdited: true }));

  fireEvent.click(await screen.findByRole('button', { name: 'Share', hidden: true }));

  await waitFor(() => expect(share).toHaveBeenCalledOnce());
  const files = share.mock.calls.flatMap(([data]) => data?.files ?? []);
  expect(await readMarks(files)).toEqual([MARKS.composite]);
});
