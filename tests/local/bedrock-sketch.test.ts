import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { ImageRequest } from '../../local/emulators/bedrock/models.ts';
import { chooseScene, splitWords } from '../../local/emulators/bedrock/sketch/scenes.ts';
import { drawSketch, renderSketch } from '../../local/emulators/bedrock/sketch/sketch.ts';
import { CORE, runBedrockForAll, SD35, ULTRA } from './bedrock-harness.ts';

const running = runBedrockForAll({ instant: false });

const request: ImageRequest = {
  modelId: CORE,
  prompt: 'castle',
  negativePrompt: '',
  seed: 1,
  width: 384,
  height: 216,
};

/** The PNG of the first image. */
async function generate(modelId: string, body: object): Promise<Buffer> {
  const { images } = await running().invoke(body, { modelId });
  return Buffer.from(Array.isArray(images) ? String(images[0]) : '', 'base64');
}

function render(changes: Partial<ImageRequest>): Promise<Buffer> {
  return renderSketch({ ...request, ...changes }, new AbortController().signal);
}

/** Width and height, from the PNG's first chunk. */
const readSize = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)];

/** Comparing digests keeps half a megabyte of image data out of a failure message. */
const digest = (png: Buffer) => createHash('sha256').update(png).digest('hex');

describe('a generated image', () => {
  it.each([
    [CORE, { prompt: 'city', aspect_ratio: '16:9' }, [1344, 768]],
    [SD35, { prompt: 'laptop', aspect_ratio: '16:9' }, [1360, 768]],
    [CORE, { prompt: 'space' }, [1024, 1024]],
  ])('of %s for %j has the size %j', async (modelId, body, size) => {
    expect(readSize(await generate(modelId, body))).toEqual(size);
  });

  it('has the same bytes for the same request, with or without fault markers', async () => {
    const body = { prompt: 'castle at night', negative_prompt: 'fog', aspect_ratio: '16:9', seed: 5 };
    const images = await Promise.all([
      generate(CORE, body),
      generate(CORE, body),
      generate(CORE, { ...body, prompt: '[[slow:1]] castle at night' }),
    ]);

    expect(new Set(images.map(digest)).size).toBe(1);
  });

  it('differs for another seed, prompt, negative prompt or model', async () => {
    const variations = [
      {},
      { seed: 6 },
      { prompt: 'castle by night' },
      { negativePrompt: 'fog' },
      { modelId: ULTRA },
    ];

    const images = await Promise.all(variations.map((variation) => render({ seed: 5, ...variation })));

    expect(new Set(images.map(digest)).size).toBe(variations.length);
  });

  it.each([
    ['markup', '<script>&amp;"\'</svg>]]>'],
    ['characters that XML does not allow', 'castle \u0000\u0007\ufffe\ud800 night'],
    ['scripts that the font does not have', '日本の山 🏔️👨‍👩‍👧 Москва قلعة'],
    ['references to palette colors', 'var(--none) color-mix(in srgb,#ffffff 10%,#000000)'],
    ['nothing', ''],
  ])('renders for a prompt of %s', async (_case, prompt) => {
    expect(readSize(await render({ prompt, negativePrompt: prompt }))).toEqual([384, 216]);
  });
});

describe('a sketch', () => {
  const draw = (prompt: string, negativePrompt = '') => drawSketch({ ...request, prompt, negativePrompt });

  it('has no words but its watermark', () => {
    const words = (prompt: string) => draw(prompt).match(/(?<=<text[^>]*>)[^<]*/g);
    expect(words('A castle in the clouds')).toEqual(['LOCAL SKETCH']);
    expect(words('A poster that says "CASTLE"')).toEqual(['LOCAL SKETCH']);
  });

  it.each([
    ['castle', 'A castle in the clouds'],
    ['person', 'shocked face before a castle, the truth'],
    ['abstract', 'zzz'],
    ['abstract', ''],
  ])('of the scene "%s" illustrates %j with all its colors replaced', (scene, prompt) => {
    expect(chooseScene(splitWords(prompt)).name).toBe(scene);
    expect(draw(prompt)).not.toMatch(/NaN|Infinity|undefined|var\(|color-mix/);
  });
});
