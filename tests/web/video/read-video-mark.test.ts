import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { xmpPacket } from '#contract/design/image-metadata.ts';
import { expect, it } from 'vitest';
import { readVideoMark } from '../../../web/src/video/read-video-mark.ts';

const VIDEOS = join(import.meta.dirname, '../../support/videos');
const XMP = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex');
const C2PA = Buffer.from('d8fec3d61b0e483c92975828877ec481', 'hex');

function box(type: string, ...contents: Uint8Array[]): Buffer {
  const data = Buffer.concat(contents);
  const header = Buffer.alloc(8);
  header.writeUInt32BE(data.length + 8);
  header.write(type, 4, 'latin1');
  return Buffer.concat([header, data]);
}

/** Returns a box whose size has 64 bits. */
function longBox(type: string, data: Uint8Array): Buffer {
  const header = Buffer.alloc(16);
  header.writeUInt32BE(1);
  header.write(type, 4, 'latin1');
  header.writeBigUInt64BE(BigInt(data.length + 16), 8);
  return Buffer.concat([header, data]);
}

const xmp = (mark: 'generated' | 'composite') => box('uuid', XMP, Buffer.from(xmpPacket(mark)));
/** A manifest is CBOR, which stores a term as plain text. */
const manifest = box('uuid', C2PA, Buffer.from('\u0000jumb', 'latin1'), Buffer.from(xmpPacket('generated')));

const FILE_TYPE = box('ftyp', Buffer.from('isom'));
const SAMPLES = box('mdat', Buffer.from(xmpPacket('generated')));
const track = box('trak', Buffer.from(xmpPacket('generated')));

it.each([
  ['no mark, although its samples have the words', 'none', [FILE_TYPE, SAMPLES, box('moov', track)]],
  ['XMP before the samples', 'generated', [FILE_TYPE, xmp('generated'), SAMPLES]],
  ['XMP after samples of 64 bits', 'generated', [FILE_TYPE, longBox('mdat', SAMPLES), xmp('generated')]],
  ['a manifest of C2PA', 'generated', [FILE_TYPE, manifest, SAMPLES]],
  ['XMP of QuickTime', 'generated', [FILE_TYPE, box('moov', track, box('udta', xmp('generated')))]],
  ['two marks', 'composite', [FILE_TYPE, manifest, xmp('composite'), SAMPLES]],
  ['a box that leads out of the file', 'none', [FILE_TYPE, xmp('generated').subarray(0, -1)]],
] as const)('reads the mark of a video with %s', async (_, mark, boxes) => {
  expect(await readVideoMark(new File([Buffer.concat(boxes)], 'clip.mp4'))).toBe(mark);
});

it.each(['steady.mp4', 'rotated.mov', 'uneven.webm'])('finds no mark in %s', async (name) => {
  expect(await readVideoMark(new File([await readFile(join(VIDEOS, name))], name))).toBe('none');
});
