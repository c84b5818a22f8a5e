import { drawOnCanvas } from '../../../lib/canvas.ts';
import { findDetector } from '../editor/detect-faces.ts';
import { findResemblance } from './compare-rivals.ts';
import type { Look, Resemblance } from './compare-rivals.ts';
import type { Rival } from './rivals.ts';

/** The size in which pictures are compared, in pixels, and the size in which faces are looked for. */
const SAMPLE = { width: 160, height: 90 };
const FACES = { width: 640, height: 360 };

/** The look of a rival, which does not change. It goes with the rival, at the latest with the session. */
const looks = new WeakMap<Rival, Promise<Look | undefined>>();

/**
 * Compares a rendering with rivals. A rival whose picture cannot be decoded is left out.
 * @throws Error if the browser has no canvas
 */
export async function compareLooks(
  canvas: HTMLCanvasElement,
  rivals: readonly Rival[],
): Promise<Map<string, Resemblance | undefined>> {
  const mine = await readLook(canvas);
  const compared = new Map<string, Resemblance | undefined>();
  for (const rival of rivals) {
    const reading = looks.get(rival) ?? readRival(rival).catch(() => undefined);
    looks.set(rival, reading);
    const look = await reading;
    if (look) compared.set(rival.videoId, findResemblance(mine, look));
  }
  return compared;
}

async function readRival({ image }: Rival): Promise<Look> {
  const picture = new Image();
  picture.src = image;
  await picture.decode();
  return readLook(picture);
}

async function readLook(picture: CanvasImageSource): Promise<Look> {
  const draw = (size: typeof SAMPLE) =>
    drawOnCanvas(size, (context) => context.drawImage(picture, 0, 0, size.width, size.height));
  const context = draw(SAMPLE).getContext('2d');
  if (context === null) throw new Error('The browser has no 2D canvas.');
  const pixels = context.getImageData(0, 0, SAMPLE.width, SAMPLE.height);
  return { pixels, face: await findFace(() => draw(FACES)).catch(() => undefined) };
}

/** Returns the middle of the largest face. Undefined if the browser finds no faces in pictures. */
async function findFace(draw: () => HTMLCanvasElement): Promise<Look['face']> {
  const Detector = findDetector();
  if (Detector === undefined) return undefined;
  const faces = await new Detector().detect(draw());
  const [largest] = faces
    .map(({ boundingBox }) => boundingBox)
    .toSorted((a, b) => b.width * b.height - a.width * a.height);
  if (!largest) return 'none';
  const { x, y, width, height } = largest;
  return { x: (x + width / 2) / FACES.width, y: (y + height / 2) / FACES.height };
}
