import fc from 'fast-check';
import { expect, it } from 'vitest';
import { zipFiles } from '../../../../web/src/lib/export/collect-files.ts';
import { searchQuality } from '../../../../web/src/lib/export/encode-canvas.ts';
import { exportFileName } from '../../../../web/src/lib/export/file-name.ts';
import { DEFAULT_SIZE, cropToFrame } from '../../../../web/src/lib/export/frame.ts';
import { readZip } from '../../../support/read-zip.ts';

const createName = (prompt: string) => exportFileName(prompt, DEFAULT_SIZE, 'jpeg');

it.each([
  ['Mountain sunrise', 'mountain-sunrise-1280x720.jpg'],
  ["  I can't   believe it: 100 DAYS!!! ", 'i-cant-believe-it-100-days-1280x720.jpg'],
  ['../../etc/passwd', 'etc-passwd-1280x720.jpg'],
  ['C:\\Windows\\system32', 'c-windows-system32-1280x720.jpg'],
  ['.hidden', 'hidden-1280x720.jpg'],
  ['CON', 'con-1280x720.jpg'],
  ['a\u0000b\u202Egpj.exe\nnew line', 'a-b-gpj-exe-new-line-1280x720.jpg'],
  ['Ein Schloß über dem Meer', 'ein-schloß-über-dem-meer-1280x720.jpg'],
  ['日本の城 夕焼け', '日本の城-夕焼け-1280x720.jpg'],
  ['हिमालय में सूर्योदय', 'हिमालय-में-सूर्योदय-1280x720.jpg'],
  ['https://youtu.be/k3Vq8mT2xLw a castle', 'a-castle-1280x720.jpg'],
  ['youtube.com/watch?v=k3Vq8mT2xLw a castle', 'a-castle-1280x720.jpg'],
  ['https://youtu.be/k3Vq8mT2xLw', 'thumbnail-1280x720.jpg'],
  ['🏰✨ !!!', 'thumbnail-1280x720.jpg'],
  ['', 'thumbnail-1280x720.jpg'],
])('names the file of the prompt %j %j', (prompt, name) => {
  expect(createName(prompt)).toBe(name);
});

it('ends a long name after a whole word', () => {
  const name = createName('A castle on a sea cliff at sunset, dramatic sky, bold silhouette, wide angle');

  expect(name).toBe('a-castle-on-a-sea-cliff-at-sunset-dramatic-sky-bold-1280x720.jpg');
});

it('cuts a word that is too long for a name', () => {
  expect(createName('a'.repeat(500))).toBe(`${'a'.repeat(55)}-1280x720.jpg`);
});

it('names a PNG of another size after its size and type', () => {
  expect(exportFileName('Castle', { width: 1_920, height: 1_080 }, 'png')).toBe('castle-1920x1080.png');
});

it('makes a safe name of every prompt', () => {
  const character = fc.oneof(fc.nat(0x2_ff), fc.nat(0x10_ff_ff));
  const text = fc.array(character, { maxLength: 200 }).map((codes) => String.fromCodePoint(...codes));
  fc.assert(
    fc.property(text, (prompt) => {
      const name = createName(prompt);
      expect(name).toMatch(/^[\p{L}\p{N}][\p{L}\p{N}\p{M}-]*-1280x720\.jpg$/u);
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
    }),
  );
});

it.each([
  [{ width: 1_344, height: 768 }, 0.5, { x: 0, y: 6, width: 1_344, height: 756 }],
  [{ width: 1_344, height: 768 }, 0, { x: 0, y: 0, width: 1_344, height: 756 }],
  [{ width: 1_344, height: 768 }, 1, { x: 0, y: 12, width: 1_344, height: 756 }],
  [{ width: 1_536, height: 640 }, 1, { x: 1_536 - (640 * 16) / 9, y: 0, width: (640 * 16) / 9, height: 640 }],
  [{ width: 1_280, height: 720 }, 0.3, { x: 0, y: 0, width: 1_280, height: 720 }],
])('crops %j at %d to the largest 16:9 part', (image, crop, expected) => {
  expect(cropToFrame(image, crop)).toEqual(expected);
});

/** An encoder whose files have these sizes. */
function encoder(sizeAt: (quality: number) => number) {
  const qualities: number[] = [];
  const encode = (quality: number) => {
    qualities.push(quality);
    return Promise.resolve(new Blob([new Uint8Array(sizeAt(quality))]));
  };
  return { encode, qualities };
}

it('encodes once when the best quality is small enough', async () => {
  const { encode, qualities } = encoder(() => 500);

  expect((await searchQuality(encode, 500))?.size).toBe(500);
  expect(qualities).toEqual([1]);
});

it('finds the best quality below the limit within two percent and seven encodings', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 32, max: 99 }), async (limit) => {
      const { encode, qualities } = encoder((quality) => Math.round(quality * 100));
      const size = (await searchQuality(encode, limit))?.size ?? 0;

      expect(size).toBeLessThanOrEqual(limit);
      expect(size).toBeGreaterThan(limit - 2);
      expect(qualities.length).toBeLessThanOrEqual(7);
    }),
  );
});

it('encodes no more when the file is no longer needed', async () => {
  const { encode, qualities } = encoder(() => 500);
  const left = new AbortController();
  const search = searchQuality(encode, 499, left.signal);
  left.abort();

  await expect(search).rejects.toThrow(left.signal.reason as Error);
  expect(qualities).toEqual([1]);
});

it('finds nothing when the worst quality is too large', async () => {
  const { encode } = encoder(() => 500);

  expect(await searchQuality(encode, 499)).toBeUndefined();
});

it('puts every file into the zip, and numbers files of one name', async () => {
  const zip = await zipFiles([
    { name: 'castle-1280x720.jpg', blob: new Blob(['first']) },
    { name: 'castle-1280x720.jpg', blob: new Blob(['second']) },
    { name: 'castle-1280x720.jpg', blob: new Blob(['third']) },
    { name: '日本の城-1280x720.jpg', blob: new Blob(['fourth']) },
  ]);

  expect([...(await readZip(zip))].map(([name, bytes]) => [name, Buffer.from(bytes).toString()])).toEqual([
    ['castle-1280x720.jpg', 'first'],
    ['castle-1280x720-2.jpg', 'second'],
    ['castle-1280x720-3.jpg', 'third'],
    ['日本の城-1280x720.jpg', 'fourth'],
  ]);
});
