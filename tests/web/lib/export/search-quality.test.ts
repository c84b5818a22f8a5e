import fc from 'fast-check';
import { expect, it } from 'vitest';
import { searchQuality } from '../../../../web/src/lib/export/encode-canvas.ts';

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

it('finds nothing when the worst quality is too large', async () => {
  const { encode } = encoder(() => 500);

  expect(await searchQuality(encode, 499)).toBeUndefined();
});
