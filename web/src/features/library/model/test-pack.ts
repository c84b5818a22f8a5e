import type { ThumbnailSummary } from '#contract/endpoints/schemas.ts';
import { exportFinishedOne } from '../../../api/export-finished.ts';
import type { ExportedThumbnail } from '../../../api/export-finished.ts';
import { exportInLanguages, saveZip } from '../../../api/export-in-languages.ts';
import { areTooSimilar } from '../../../lib/export/compare-images.ts';
import type { Pixels } from '../../../lib/export/compare-images.ts';
import { zipFiles } from '../../../lib/export/collect-files.ts';
import type { ExportedFile } from '../../../lib/export/exported-file.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { settleDesigns } from '../../../outbox/download-thumbnails.ts';
import { withUnsentNames } from '../../../outbox/unsent-name.ts';

/** A finished thumbnail of a test. */
export interface TestPicture {
  thumbnail: ExportedThumbnail;
  file: ExportedFile;
  /** The pixels of a small copy. */
  pixels: Pixels;
}

/**
 * Renders finished thumbnails one after another, because a phone has little memory.
 * @throws as `exportFinished` does
 */
export async function renderTestPictures(thumbnails: readonly ThumbnailSummary[]): Promise<TestPicture[]> {
  const settled = await settleDesigns(withUnsentNames(thumbnails));
  const pictures: TestPicture[] = [];
  for (const thumbnail of settled) {
    const file = await exportFinishedOne(thumbnail);
    pictures.push({ thumbnail, file, pixels: await readPixels(file.blob) });
  }
  return pictures;
}

/** The pairs that a test can hardly decide, by their numbers in the test. */
export function listSimilarPairs(pictures: readonly Pick<TestPicture, 'pixels'>[]): [number, number][] {
  return pictures.flatMap((first, index) =>
    pictures
      .slice(index + 1)
      .flatMap((second, distance): [number, number][] =>
        areTooSimilar(first.pixels, second.pixels) ? [[index + 1, index + distance + 2]] : [],
      ),
  );
}

/** The number of the files that other languages of the thumbnails would give. */
export const countLanguages = (pictures: readonly TestPicture[]): number =>
  pictures.reduce((sum, { file: { languages = 0 } }) => sum + languages, 0);

const NAME = 'test-pack.zip';

/** Saves the files of a test. @throws Error if the browser cannot write them */
export async function saveTestPack(
  pictures: readonly TestPicture[],
  titles: readonly string[],
): Promise<void> {
  const files = pictures.map(({ file }) => file);
  saveFile(await zipFiles(listTestFiles(files, titles)), NAME);
}

/** Saves the files of a test, and its thumbnails in their other languages. A message shows the progress and the result. */
export const saveWithLanguages = (
  pictures: readonly TestPicture[],
  titles: readonly string[],
): Promise<void> =>
  saveZip({
    name: NAME,
    count: countLanguages(pictures),
    async *makeFiles(report) {
      const files = pictures.map(({ file }) => file);
      yield* listTestFiles(files, titles, LANGUAGE_STEP);
      for (const [index, { thumbnail }] of pictures.entries()) {
        for await (const { name, ...file } of exportInLanguages([thumbnail], report))
          yield { ...file, name: `languages/${index + 1}-${name}` };
      }
    },
  });

/** The numbered thumbnails, their titles, and what to do with them. */
export function listTestFiles(
  files: readonly ExportedFile[],
  titles: readonly string[],
  ...lastSteps: string[]
): ExportedFile[] {
  const numbered = files.map(({ name, blob }, index) => ({ name: `${index + 1}-${name}`, blob }));
  const list = numbered.map(({ name }, index) => `${index + 1}. ${titles[index]?.trim() ?? ''}\n   ${name}`);
  return [...numbered, toTextFile('titles.txt', list), toTextFile('how-to.txt', [...HOW_TO, ...lastSteps])];
}

/** YouTube Help, "A/B test titles and thumbnails". */
const HOW_TO = [
  'How to test these thumbnails on YouTube',
  '',
  '1. Open YouTube Studio on a computer. The test is not on phones, and needs the advanced features of your channel.',
  '2. Open the details of the video. It has to be public and not made for kids.',
  '3. Under Thumbnail, choose Test & Compare (also called A/B testing), and add the three files in their order.',
  '4. To test titles, too, copy them from titles.txt.',
  '5. YouTube shows them to viewers evenly for up to two weeks. The one with the largest share of the watch time wins.',
  '6. Thumbnails that look too similar, or few views, may end the test without a winner. The first one then stays.',
  '7. Then select the three in your library again, open Test pack, and mark the winner, so that you find it again.',
];

const LANGUAGE_STEP =
  '8. The folder "languages" has the three in other languages. When the test has ended, add the files of the winner under Languages in YouTube Studio.';

const toTextFile = (name: string, lines: readonly string[]): ExportedFile => ({
  name,
  blob: new Blob([`${lines.join('\n')}\n`.replaceAll('\n', '\r\n')], { type: 'text/plain;charset=utf-8' }),
});

const SAMPLE = { width: 160, height: 90 };

async function readPixels(file: Blob): Promise<Pixels> {
  const bitmap = await createImageBitmap(file);
  try {
    const context = Object.assign(document.createElement('canvas'), SAMPLE).getContext('2d');
    if (context === null) throw new Error('The browser has no 2D canvas');
    context.drawImage(bitmap, 0, 0, SAMPLE.width, SAMPLE.height);
    return context.getImageData(0, 0, SAMPLE.width, SAMPLE.height);
  } finally {
    bitmap.close();
  }
}
