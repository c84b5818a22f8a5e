import jpeg from 'jpeg-js';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  createPixels,
  decodePixels,
  encodePixels,
  readColor,
} from '../../local/emulators/bedrock/edits/pixels.ts';
import { makeMask, rectangle } from '../support/masks.ts';
import { runBedrockForAll } from './bedrock-harness.ts';

const running = runBedrockForAll({ instant: true });
const [WIDTH, HEIGHT] = [160, 90];
const mask = makeMask(WIDTH, HEIGHT, rectangle(60, 30, 100, 60)).toString('base64');
const base64Mask = (width: number, height: number) => makeMask(width, height, () => true).toString('base64');
const id = (name: string) => `us.stability.${name}-v1:0`;
const [ERASE, INPAINT, REPLACE] = ['erase-object', 'inpaint', 'search-replace'].map((name) =>
  id(`stable-image-${name}`),
);
const [RECOLOR, OUTPAINT, UPSCALE] = [
  id('stable-image-search-recolor'),
  id('stable-outpaint'),
  id('stable-fast-upscale'),
];

/** A gray picture with a red square, a part of it under the mask. */
let image: string;

beforeAll(async () => {
  const pixels = createPixels(WIDTH, HEIGHT);
  const isRed = rectangle(70, 35, 90, 55);
  for (let at = 0; at < WIDTH * HEIGHT; at += 1) {
    const color = isRed(at % WIDTH, Math.floor(at / WIDTH)) ? [220, 20, 20, 255] : [120, 120, 130, 255];
    pixels.data.set(color, at * 4);
  }
  image = (await encodePixels(pixels)).toString('base64');
});

async function edit(modelId: string | undefined, body: object) {
  const { images } = await running().invoke({ image, ...body }, { modelId: modelId ?? '' });
  return Buffer.from((images as string[])[0] ?? '', 'base64');
}

const editPixels = async (modelId: string | undefined, body: object) =>
  decodePixels(await edit(modelId, body));

describe('an edit looks like an edit of the real service', () => {
  it('erased: the area has the colors around it', async () => {
    const erased = await editPixels(ERASE, { mask });

    expect(readColor(erased, 80, 45)).toEqual([120, 120, 130, 255]);
  });

  it.each([
    ['by a mask', INPAINT, () => ({ mask, prompt: 'a lamp' })],
    ['by words', REPLACE, () => ({ search_prompt: 'the square', prompt: 'a lamp' })],
  ])('replaced %s: something new is there, and the rest is as it was', async (_, modelId, body) => {
    const replaced = await editPixels(modelId, body());

    const colors = new Set(Array.from(new Uint32Array(replaced.data.buffer)));
    expect(colors.size).toBeGreaterThan(10);
    expect(readColor(replaced, 2, 2)).toEqual([120, 120, 130, 255]);
  });

  it('recolored: a color that the words do not name stays', async () => {
    const recolored = await editPixels(RECOLOR, { select_prompt: 'the blue door', prompt: 'green' });

    expect(readColor(recolored, 80, 45)).toEqual([220, 20, 20, 255]);
  });

  it.each([
    ['blue', [2]],
    ['green', [1]],
    ['yellow', [0, 1]],
  ])('recolored %s: the red thing has this color', async (color, strong) => {
    const recolored = await editPixels(RECOLOR, { select_prompt: 'the square', prompt: `${color} square` });

    const channels = readColor(recolored, 80, 45).slice(0, 3);
    const sorted = channels.map((value, index) => ({ value, index })).toSorted((a, b) => b.value - a.value);
    expect(
      sorted
        .slice(0, strong.length)
        .map(({ index }) => index)
        .toSorted(),
    ).toEqual(strong);
    expect(readColor(recolored, 2, 2)).toEqual([120, 120, 130, 255]);
  });

  it('extended: it has the margins, and the picture at its place', async () => {
    const extended = await editPixels(OUTPAINT, { left: 40, right: 0, up: 10, down: 0 });

    expect(extended).toMatchObject({ width: WIDTH + 40, height: HEIGHT + 10 });
    expect(readColor(extended, 80 + 40, 45 + 10)).toEqual([220, 20, 20, 255]);
  });

  it('upscaled: it has four times the size, as a JPEG', async () => {
    const file = await edit(UPSCALE, { output_format: 'jpeg' });

    expect(jpeg.decode(file)).toMatchObject({ width: WIDTH * 4, height: HEIGHT * 4 });
  });
});

describe('a request that a service does not take is refused with the field', () => {
  const tiny = () => encodePixels(createPixels(40, 40)).then((png) => png.toString('base64'));

  it.each<[string, string | undefined, () => object | Promise<object>]>([
    ['mask', ERASE, () => ({})],
    ['prompt', INPAINT, () => ({ mask })],
    ['search_prompt', REPLACE, () => ({ prompt: 'a lamp' })],
    ['select_prompt', RECOLOR, () => ({ prompt: 'red' })],
    ['one side must be extended', OUTPAINT, () => ({ left: 0 })],
    ['left', OUTPAINT, () => ({ left: 2_001 })],
    ['prompt', ERASE, () => ({ mask, prompt: 'a lamp' })],
    ['output_format', UPSCALE, () => ({})],
    ['the mask has another size', ERASE, () => ({ mask: base64Mask(WIDTH, HEIGHT - 1) })],
    ['the mask has another size', ERASE, () => ({ mask: base64Mask(WIDTH - 1, HEIGHT) })],
    [
      'each side must be at least 64 pixels',
      RECOLOR,
      async () => ({ image: await tiny(), select_prompt: 'x', prompt: 'red' }),
    ],
  ])('%s', async (field, modelId, createBody) => {
    const body = await createBody();

    await expect(edit(modelId, body)).rejects.toMatchObject({
      name: 'ValidationException',
      message: expect.stringContaining(field) as string,
    });
  });

  it('and so is a region outside of the profile', async () => {
    const call = running().invoke({ image, mask }, { modelId: ERASE ?? '', region: 'eu-west-1' });

    await expect(call).rejects.toThrow('The provided model identifier is invalid.');
  });
});

it('the markers for edits in the prompt of an image act on the edits of this image', async () => {
  const { images } = await running().invoke({ prompt: 'a castle [[edit:filter-input]]' });

  const [made] = images as string[];
  const answer = await running().invoke({ image: made, output_format: 'png' }, { modelId: UPSCALE });

  expect(answer).toEqual({ finish_reasons: ['Filter reason: input image'] });
});
