import { renderAsync } from '@resvg/resvg-js';
import { encode } from 'jpeg-js';
import { drawSketch, FONT } from '../bedrock/sketch/sketch.ts';
import { createHash } from 'node:crypto';

interface Size {
  width: number;
  height: number;
}

/** The sizes that YouTube offers. The 4:3 sizes have black bars. */
const SIZES: Readonly<Record<string, Size>> = {
  maxresdefault: { width: 1280, height: 720 },
  hq720: { width: 1280, height: 720 },
  sddefault: { width: 640, height: 480 },
  hqdefault: { width: 480, height: 360 },
  mqdefault: { width: 320, height: 180 },
};

const FULL = { width: 1280, height: 720 };
const JPEG_QUALITY = 82;
const MAX_CACHED = 40;

const rendered = new Map<string, Promise<Buffer>>();

/** The image that YouTube sends with the status 404. */
export const MISSING_THUMBNAIL = encode(
  { width: 120, height: 90, data: Buffer.alloc(120 * 90 * 4, 0xcc) },
  JPEG_QUALITY,
).data;

/** @returns undefined if YouTube does not have the size. */
export function findSize(name: string): Size | undefined {
  return Object.hasOwn(SIZES, name) ? SIZES[name] : undefined;
}

/** Renders a thumbnail as a JPEG. The function is deterministic: the id selects the sketch. */
export function renderThumbnail(videoId: string, size: Size): Promise<Buffer> {
  const key = `${videoId} ${size.width}`;
  const image = rendered.get(key) ?? render(videoId, size);
  rendered.set(key, image);
  const [oldest] = rendered.keys();
  if (rendered.size > MAX_CACHED && oldest !== undefined) rendered.delete(oldest);
  return image;
}

/**
 * Renders the largest thumbnail before it is requested. YouTube has its images ready. On a busy machine, the functions could time out while
 * the stand-in renders an image.
 */
export function renderAhead(videoId: string): void {
  renderThumbnail(videoId, FULL).catch(() => undefined);
}

async function render(videoId: string, size: Size): Promise<Buffer> {
  const prompt = describeVideo(videoId).title;
  const sketch = drawSketch({
    ...FULL,
    modelId: 'youtube',
    prompt,
    negativePrompt: '',
    seed: readSeed(videoId),
  });
  const fullHeight = (FULL.width * size.height) / size.width;
  const bar = (fullHeight - FULL.height) / 2;
  const framed = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}"`,
    ` viewBox="0 ${-bar} ${FULL.width} ${fullHeight}">`,
    `<rect y="${-bar}" width="${FULL.width}" height="${fullHeight}"/>${sketch}</svg>`,
  ].join('');
  const { pixels } = await renderAsync(framed, { font: FONT, logLevel: 'off' });
  return encode({ ...size, data: pixels }, JPEG_QUALITY).data;
}

function readSeed(videoId: string): number {
  return Buffer.from(videoId).readUInt32BE();
}

/** The faults of the stand-in. A video has a fault if its id begins with this word. docs/embedded-cloud.md lists the faults. */
const REHEARSALS = [
  'private',
  'deleted',
  'noembed',
  'lowres',
  'slowvid',
  'nojson',
  'err500',
  'halfjpg',
  'htmljpg',
  'moved',
] as const;
type Rehearsal = (typeof REHEARSALS)[number];

export function findRehearsal(id: string): Rehearsal | undefined {
  return REHEARSALS.find((word) => id.startsWith(word));
}

interface Video {
  title: string;
  author: string;
}

const TITLES = [
  'I Built a Castle in 24 Hours',
  'Why Robots Will Not Take Your Job',
  'How I Grew to 100,000 Subscribers',
  'The Mountain Nobody Climbs in Winter',
  'My First Week in Space Camp',
  'I Tested Every Gaming Mouse',
  'Learn TypeScript in One Evening',
  'A Night Walk through the City',
];
const AUTHORS = ['Nova Makes', 'Plain Science', 'Studio Otter', 'Kai on the Road', 'Byte Sized'];

/** Returns the title and the author of a video. The id selects both. */
export function describeVideo(id: string): Video {
  const hash = createHash('sha256').update(id).digest();
  return {
    title: TITLES[(hash[0] ?? 0) % TITLES.length] ?? '',
    author: AUTHORS[(hash[1] ?? 0) % AUTHORS.length] ?? '',
  };
}

/** Creates an id that depends only on the seed, in the characters of YouTube's ids. */
export function createId(seed: string, length: number): string {
  return createHash('sha256').update(seed).digest('base64url').slice(0, length);
}
