import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { GetCommand, PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import codec from 'jpeg-js';
import { randomFillSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { DESIGN_LIMITS } from '#contract/design/design-limits.ts';
import { LIMITS } from '#contract/limits.ts';
import { encode, encodePreview } from '../../../functions/images/pixels/codecs.ts';
import { runTask } from '../../../functions/images/pixels/run-task.ts';
import { deleteThumbnail, finishDeletion } from '../../../functions/thumbnails/deletion/delete-thumbnail.ts';
import { cloudWorks, dynamodb, s3 } from '../../functions/support/cloud.ts';
import { succeededRow } from '../../functions/support/thumbnail-rows.ts';
import { ABUSE } from './assumptions.ts';
import { DELETION } from './unpaid-images.ts';

function makeNoise(width: number, height: number) {
  const data = randomFillSync(new Uint8ClampedArray(width * height * 4));
  for (let alpha = 3; alpha < data.length; alpha += 4) data[alpha] = 255;
  return { data, width, height };
}

/** Sums the kilobytes of a PNG and its preview. */
async function sumKilobytes(png: Uint8Array): Promise<number> {
  return (png.byteLength + (await encodePreview(png)).byteLength) / 1_000;
}

describe('the kilobytes of the cost model', () => {
  it('are enough for the largest photo of noise', async () => {
    const { data, ...size } = makeNoise(1_920, 1_080);
    expect(size.width * size.height).toBe(LIMITS.photoPixels);
    const jpeg = codec.encode({ data: Buffer.from(data.buffer), ...size }, 50).data;
    expect(jpeg.length).toBeLessThanOrEqual(LIMITS.referenceBytes);

    const png = await runTask({ kind: 'photo', jpeg, orientation: 1 });

    expect(await sumKilobytes(new Uint8Array(png))).toBeLessThanOrEqual(ABUSE.kilobytes.photo);
  });

  it('are enough for an image of noise with all pixels that the services accept', async () => {
    const noise = makeNoise(4_096, 2_304);
    expect(noise.width * noise.height).toBe(LIMITS.editPixels);

    const kilobytes = await sumKilobytes(new Uint8Array(await encode(noise)));

    expect(kilobytes + DESIGN_LIMITS.preview.bytes / 1_000).toBeLessThanOrEqual(ABUSE.kilobytes.image);
  });
});

it.each([
  ['a thumbnail', undefined],
  ['a picture', 'cutout'],
] as const)('the calls of the deletion of %s are at most the calls of the cost model', async (_, kind) => {
  cloudWorks();
  const row = succeededRow({ cost: 0, ...(kind && { kind }) });
  dynamodb.on(GetCommand).resolves({ Item: row });
  dynamodb.on(QueryCommand).resolves({ Items: [] });
  dynamodb.on(PutCommand).resolves({});
  s3.on(ListObjectsV2Command).resolves({});

  await deleteThumbnail(row, kind);
  await finishDeletion(row);

  const count = (command: unknown) => dynamodb.commandCalls(command as typeof GetCommand).length;
  expect([GetCommand, PutCommand, UpdateCommand].map(count)).toEqual([1, 1, 1]);
  expect(count(QueryCommand)).toBeLessThanOrEqual(DELETION.queries);
  expect(s3.commandCalls(ListObjectsV2Command)).toHaveLength(DELETION.bucketLists);
});
