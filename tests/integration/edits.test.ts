import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createdEdit } from '#contract/endpoints/edit-schemas.ts';
import { generatedThumbnail } from '#contract/endpoints/generation-schemas.ts';
import type { EmbeddedCloud } from '../../local/embedded-cloud.ts';
import { decodePixels, type Pixels } from '../../local/emulators/bedrock/edits/pixels.ts';
import { inspectCloud, type CloudInspector } from '../support/cloud-inspector.ts';
import { makeMask, rectangle } from '../support/masks.ts';
import { addCreator, type Creator } from '../support/cloud/creator.ts';
import { expectInvariants } from './support/invariants.ts';
import { shareCloud } from './support/cloud.ts';

/** Size of the images of an instant model. */
const [WIDTH, HEIGHT] = [128, 72];
const AREA = rectangle(80, 30, 100, 45);
const mask = makeMask(WIDTH, HEIGHT, AREA).toString('base64');

let cloud: EmbeddedCloud;
let inspector: CloudInspector;
let creator: Creator;
let thumbnailId: string;
let base: Pixels;

beforeAll(async () => {
  ({ cloud } = await shareCloud());
  inspector = inspectCloud(cloud);
});
beforeEach(async () => {
  creator = await addCreator(cloud);
  const { body } = await creator.generate('a castle with red flags');
  const thumbnail = generatedThumbnail.parse(body);
  thumbnailId = thumbnail.generationId;
  base = await download(thumbnail.imageURL);
});

async function download(url: string): Promise<Pixels> {
  return decodePixels(Buffer.from(await (await fetch(url)).arrayBuffer()));
}

async function edit(operation: object, baseId = thumbnailId) {
  const answer = await creator.post('/api/edits', {
    editId: randomUUID(),
    userId: creator.userId,
    thumbnailId,
    baseId,
    operation,
  });
  expect(answer).toMatchObject({ status: 200 });
  return createdEdit.parse(answer.body);
}

/** The pixels that differ, by whether they are near the area. */
function countChanges(image: Pixels, isNear: (x: number, y: number) => boolean) {
  const changes = { near: 0, far: 0 };
  const [one, other] = [new Uint32Array(base.data.buffer), new Uint32Array(image.data.buffer)];
  for (let at = 0; at < one.length; at += 1) {
    if (one[at] === other[at]) continue;
    changes[isNear(at % WIDTH, Math.floor(at / WIDTH)) ? 'near' : 'far'] += 1;
  }
  return changes;
}

describe('an edit with a mask', () => {
  it.each([
    ['erases', { kind: 'erase', mask }],
    ['replaces', { kind: 'replace', mask, prompt: 'a robot' }],
  ])('%s what is painted, and leaves every pixel farther than 20 px as it was', async (_, operation) => {
    const { imageURL, width, height } = await edit(operation);

    expect({ width, height }).toEqual({ width: WIDTH, height: HEIGHT });
    const { near, far } = countChanges(await download(imageURL), rectangle(60, 10, 120, 65));
    expect(near).toBeGreaterThan(10);
    expect(far).toBe(0);
    expect(await creator.credits()).toBe(1);
    await expectInvariants(inspector, creator.userId);
  });
});

describe('an edit by words', () => {
  it('recolors a thing, and leaves what the service did not change', async () => {
    const { imageURL } = await edit({ kind: 'recolor', find: 'flags', prompt: 'green' });

    const { near, far } = countChanges(await download(imageURL), () => true);
    expect(near).toBeGreaterThan(10);
    expect(near).toBeLessThan(WIDTH * HEIGHT * 0.9);
    expect(far).toBe(0);
  });

  it('replaces a thing', async () => {
    const { imageURL } = await edit({ kind: 'replace', find: 'castle', prompt: 'a robot' });

    expect(countChanges(await download(imageURL), () => true).near).toBeGreaterThan(200);
  });
});

describe('an image that is moved', () => {
  it('has exactly the margins that were asked for, and the base unchanged in it', async () => {
    const { imageURL, width, height } = await edit({ kind: 'fill', left: 10, right: 30, up: 0, down: 7 });

    expect({ width, height }).toEqual({ width: WIDTH + 40, height: HEIGHT + 7 });
    const image = await download(imageURL);
    const inside = new Uint8ClampedArray(base.data.length);
    for (let y = 0; y < HEIGHT; y += 1) {
      const start = (y * width + 10) * 4;
      inside.set(image.data.subarray(start, start + WIDTH * 4), y * WIDTH * 4);
    }
    expect(Buffer.from(inside).equals(Buffer.from(base.data))).toBe(true);
  });
});

describe('an upscaled image', () => {
  it('is a JPEG with four times the size, also of a moved image, and has a preview', async () => {
    const moved = await edit({ kind: 'fill', left: 0, right: 12, up: 0, down: 0 });

    const { imageURL, width, height, previewURL } = await edit({ kind: 'upscale' }, moved.editId);

    expect({ width, height }).toEqual({ width: (WIDTH + 12) * 4, height: HEIGHT * 4 });
    const response = await fetch(imageURL);
    expect(response.headers.get('content-type')).toBe('image/jpeg');
    expect((await fetch(previewURL ?? '')).headers.get('content-type')).toBe('image/webp');
    await expectInvariants(inspector, creator.userId);
  });
});

describe('a fault of a service', () => {
  it('that the prompt of the image names is of its edits, and is refunded', async () => {
    const { body } = await creator.generate('a castle [[edit:filter]]');
    const { generationId } = generatedThumbnail.parse(body);

    const answer = await creator.post('/api/edits', {
      userId: creator.userId,
      thumbnailId: generationId,
      baseId: generationId,
      operation: { kind: 'erase', mask },
    });

    expect(answer).toMatchObject({ status: 422, body: { code: 'content_filtered', charge: 'refunded' } });
    expect(await creator.credits()).toBe(1);
  });
});
