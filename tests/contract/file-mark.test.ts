import { expect, it } from 'vitest';
import { addXmpToJpeg, addXmpToPng, addXmpToWebp, xmpPacket } from '../../contract/design/image-metadata.ts';
import { readFileMark } from '../../contract/file-mark.ts';
import { makeWebpHeader } from '../support/image-metadata.ts';
import { createPng } from '../support/masks.ts';
import { createPhoto } from '../support/photos.ts';

const JPEG = createPhoto(320, 320);
const marked = (mark: 'generated' | 'composite') => addXmpToJpeg(JPEG, xmpPacket(mark));

it.each([
  ['a photo without a mark', JPEG, 'none'],
  ['a JPEG that AI made', marked('generated'), 'generated'],
  ['a PNG that AI made', addXmpToPng(createPng(320, 320), xmpPacket('generated')), 'generated'],
  ['a WebP that AI made', addXmpToWebp(makeWebpHeader(320, 320), xmpPacket('generated')), 'generated'],
  ['a JPEG of which AI made a part', marked('composite'), 'composite'],
  ['a file with both marks', Buffer.concat([marked('generated'), marked('composite')]), 'composite'],
] as const)('reads the mark of %s', (_, file, mark) => {
  expect(readFileMark(file)).toBe(mark);
});
