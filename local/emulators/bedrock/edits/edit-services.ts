import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import * as z from 'zod';
import { parseOrReject } from '../runtime-api.ts';
import { checkSize, invalidImage } from '../reference-image.ts';
import { startThread } from '../../../thread.ts';
import { guessArea, type Mask } from './paint.ts';
import type { PaintTask } from './painter.ts';
import { decodePixels, type Pixels, readComment } from './pixels.ts';

type DrawPicture = (prompt: string, width: number, height: number) => Promise<Buffer>;

/** A parsed and checked request for an edit of an image. */
export interface EditRequest {
  /** The texts with fault markers: the texts of the request, and the comment of the image. */
  words: string;
  /**
   * Paints the edited image.
   * @param draw draws a new picture of a text.
   * @returns a PNG, or a JPEG if the request asks for a JPEG.
   */
  paint(draw: DrawPicture): Promise<Buffer>;
}

/** @throws BedrockError ValidationException that names the invalid fields. */
export type ParseEdit = (body: unknown) => Promise<EditRequest>;

/** The limits of the service (Amazon Bedrock user guide, "Stability AI Image Services", "Fast Upscale"). */
const UPSCALE = { minSide: 32, maxSide: 1_536, minPixels: 1_024, pixels: 1_048_576, factor: 4 };

const text = z.string().min(1).max(10_000);
const common = {
  image: z.string(),
  seed: z.int().min(0).max(4_294_967_294).default(0),
  output_format: z.literal('png').default('png'),
};
const grow_mask = z.int().min(0).max(20).default(5);
const margin = z.int().min(0).max(2_000).default(0);
const promptFields = { prompt: text, negative_prompt: z.string().max(10_000).optional() };

const erase = z.strictObject({ ...common, mask: z.string(), grow_mask });
const inpaint = z.strictObject({ ...common, ...promptFields, mask: z.string(), grow_mask });
const replace = z.strictObject({ ...common, ...promptFields, search_prompt: text, grow_mask });
const recolor = z.strictObject({ ...common, ...promptFields, select_prompt: text, grow_mask });
const outpaint = z
  .strictObject({
    ...common,
    prompt: text.optional(),
    creativity: z.number().min(0.1).max(1).default(0.5),
    left: margin,
    right: margin,
    up: margin,
    down: margin,
  })
  .refine(({ left, right, up, down }) => left + right + up + down > 0, 'one side must be extended');
const upscale = z.strictObject({ image: z.string(), output_format: z.enum(['png', 'jpeg']) });

type Paint = EditRequest['paint'];

/**
 * Creates the parser of an edit.
 * @param describe returns the paint function and the words of the request.
 */
function parseEdit<Body extends { image: string }>(
  schema: z.ZodType<Body>,
  describe: (body: Body, image: Pixels) => Promise<{ words: string[]; paint: Paint }>,
): ParseEdit {
  return async (body) => {
    const request = parseOrReject(schema, body);
    const { pixels, comment } = await readImage(request.image);
    const { words, paint } = await describe(request, pixels);
    return { words: [...words, comment].join(' '), paint };
  };
}

const parseErase = parseEdit(erase, async (body, image) => {
  const mask = await readMask(body.mask, image);
  return { words: [], paint: () => paintInThread({ kind: 'erase', image, mask }) };
});

const parseInpaint = parseEdit(inpaint, async ({ prompt, mask }, image) => ({
  words: [prompt],
  paint: paintNew(image, await readMask(mask, image), prompt),
}));

const parseReplace = parseEdit(replace, ({ prompt, search_prompt: found }, image) =>
  Promise.resolve({ words: [prompt, found], paint: paintNew(image, guessArea(image, found), prompt) }),
);

const parseRecolor = parseEdit(recolor, ({ prompt, select_prompt: selected }, image) => {
  const [hue = 200, target] = [findHue(prompt), findHue(selected)];
  const paint = () => paintInThread({ kind: 'recolor', image, hue, target });
  return Promise.resolve({ words: [prompt, selected], paint });
});

const parseOutpaint = parseEdit(outpaint, (margins, image) =>
  Promise.resolve({
    words: [margins.prompt ?? ''],
    paint: () => paintInThread({ kind: 'extend', image, margins }),
  }),
);

const parseUpscale: ParseEdit = async (body) => {
  const request = parseOrReject(upscale, body);
  const { pixels, comment } = await decodeImage(request.image);
  const { width, height } = pixels;
  if (Math.min(width, height) < UPSCALE.minSide || Math.max(width, height) > UPSCALE.maxSide) {
    throw invalidImage(`each side must be between ${UPSCALE.minSide} and ${UPSCALE.maxSide} pixels`);
  }
  if (width * height < UPSCALE.minPixels || width * height > UPSCALE.pixels) {
    throw invalidImage(`image must have between ${UPSCALE.minPixels} and ${UPSCALE.pixels} pixels`);
  }
  return {
    words: comment,
    paint: () =>
      paintInThread({
        kind: 'enlarge',
        image: pixels,
        factor: UPSCALE.factor,
        format: request.output_format,
      }),
  };
};

/** The parsers of the edits, by the id of the inference profile. */
export const EDIT_SERVICES: ReadonlyMap<string, ParseEdit> = new Map([
  ['us.stability.stable-image-erase-object-v1:0', parseErase],
  ['us.stability.stable-image-inpaint-v1:0', parseInpaint],
  ['us.stability.stable-image-search-replace-v1:0', parseReplace],
  ['us.stability.stable-image-search-recolor-v1:0', parseRecolor],
  ['us.stability.stable-outpaint-v1:0', parseOutpaint],
  ['us.stability.stable-fast-upscale-v1:0', parseUpscale],
]);

const paintNew =
  (image: Pixels, mask: Mask, prompt: string): Paint =>
  async (draw) =>
    paintInThread({ kind: 'replace', image, mask, picture: await draw(prompt, 640, 360) });

const PAINTER = new URL('painter.ts', import.meta.url);

/** The threads that paint nothing at the moment. The start of a thread takes 80 ms of CPU time, and a small edit takes 4 ms. */
const idle: Worker[] = [];

/** Paints in a thread. Painting an upscaled image takes seconds, and no emulator could answer during this time. */
async function paintInThread(task: PaintTask): Promise<Buffer> {
  const thread = idle.pop() ?? (await startThread(PAINTER, {}));
  thread.ref();
  thread.postMessage(task);
  const [image] = (await once(thread, 'message')) as [Uint8Array<ArrayBuffer>];
  // An idle thread must not keep the process alive.
  thread.unref();
  idle.push(thread);
  return Buffer.from(image.buffer, image.byteOffset, image.byteLength);
}

interface SentImage {
  pixels: Pixels;
  comment: string;
}

async function readImage(base64: string): Promise<SentImage> {
  const image = await decodeImage(base64);
  checkSize(image.pixels);
  return image;
}

async function decodeImage(base64: string): Promise<SentImage> {
  const png = Buffer.from(base64, 'base64');
  try {
    return { pixels: await decodePixels(png), comment: readComment(png) };
  } catch (error) {
    // Bedrock also accepts JPEG and WebP. The product sends only PNG.
    const reason = error instanceof Error ? error.message : 'unknown';
    throw invalidImage(`the Bedrock emulator edits only PNG images: ${reason}`);
  }
}

/** Reads a mask. The real service resizes a mask of another size, but the product never sends such a mask. */
async function readMask(base64: string, { width, height }: Pixels): Promise<Mask> {
  const mask = (await decodeImage(base64)).pixels;
  if (mask.width !== width || mask.height !== height) throw invalidImage('the mask has another size');
  return Uint8Array.from({ length: width * height }, (_, pixel) => mask.data[pixel * 4] ?? 0);
}

const HUES: Readonly<Record<string, number>> = {
  red: 0,
  orange: 28,
  gold: 45,
  yellow: 55,
  green: 125,
  teal: 175,
  cyan: 188,
  blue: 220,
  purple: 275,
  violet: 275,
  pink: 330,
  magenta: 310,
};

/** Returns the hue of the first color that a text names. */
function findHue(text: string): number | undefined {
  const named = text
    .toLowerCase()
    .split(/\W+/)
    .find((word) => Object.hasOwn(HUES, word));
  return named === undefined ? undefined : HUES[named];
}
