import { drawOnCanvas } from '../lib/canvas.ts';
import type { Size } from '../lib/export/frame.ts';
import type { Pixels } from './measure-frame.ts';
import { shrinkPixels } from './shrink-pixels.ts';

/** TypeScript does not know this property of Chromium yet. */
type TurnedFrame = VideoFrame & { rotation?: number; flip?: boolean };

/** The largest copy of a frame on the page, in device pixels: enough for each screen. */
const SHOWN_WIDTH = 1_280;

/** Returns the size of a copy that is not larger than its frame. */
function fitVideo({ videoWidth, videoHeight }: HTMLVideoElement, most: number): Size {
  const scale = Math.min(1, most / Math.max(videoWidth, videoHeight));
  return {
    width: Math.max(1, Math.round(videoWidth * scale)),
    height: Math.max(1, Math.round(videoHeight * scale)),
  };
}

/** The copies for the page that exist at the same time. The page may still have to draw the last copy while the next copy is made. */
const KEPT_COPIES = 3;

/** The largest part of a frame that is copied at once, in bytes. */
const PART_BYTES = 4_000_000;

/**
 * Makes small copies of the current frame of a video. A canvas would do the same, but without a graphics card Chromium keeps each frame
 * that it draws, and 36 frames of 4K take 500 MB. So the pixels are copied to one buffer, and shrunk by our own code. A large frame is
 * copied in parts: a whole frame of 4K takes 33 MB in our buffer, and as much in the browser.
 */
export class PixelReader {
  #buffer: Uint8Array<ArrayBuffer> | undefined;
  #scratch: ArrayBuffer | undefined;
  /** The copies for the page, oldest first. */
  #shown: Pixels['data'][] = [];
  readonly #rotation: 0 | 90 | 180 | 270;

  /** @param rotation the angle of the container, for browsers whose frames do not have it */
  constructor(rotation: 0 | 90 | 180 | 270) {
    this.#rotation = rotation;
  }

  /** Copies the frame for the page, which draws it at once: after a few copies, the memory of the copy is used again. */
  async readShown(video: HTMLVideoElement): Promise<Pixels> {
    const { width, height } = fitVideo(video, SHOWN_WIDTH);
    const bytes = width * height * 4;
    const oldest = this.#shown.length < KEPT_COPIES ? undefined : this.#shown.shift();
    const data = oldest?.length === bytes ? oldest : new Uint8ClampedArray(bytes);
    this.#shown.push(data);
    return (await this.#copy(video, { width, height, data })) ?? draw(video, width, height);
  }

  /** Copies the frame for a list. */
  async read(video: HTMLVideoElement, most: number): Promise<Pixels> {
    const { width, height } = fitVideo(video, most);
    const data = new Uint8ClampedArray(width * height * 4);
    return (await this.#copy(video, { width, height, data })) ?? draw(video, width, height);
  }

  close(): void {
    this.#buffer = undefined;
    this.#scratch = undefined;
    this.#shown = [];
  }

  /** Returns undefined if the browser cannot copy the pixels, e.g. because their format is not supported. */
  async #copy(video: HTMLVideoElement, copy: Pixels): Promise<Pixels | undefined> {
    const { width, height } = copy;
    if (typeof VideoFrame === 'undefined') return undefined;
    let frame: TurnedFrame | undefined;
    try {
      frame = new VideoFrame(video);
      const rotation = toRightAngle(frame.rotation) ?? this.#rotation;
      if (frame.flip === true || !frame.visibleRect) return undefined;
      for (const part of listParts(frame.visibleRect, isTurned(rotation) ? width : height)) {
        const data = await this.#copyPart(frame, part.rect);
        if (!data) return undefined;
        const stored = { width: part.rect.width, height: part.rect.height, data, rotation };
        const size = isTurned(rotation) ? ([part.size, height] as const) : ([width, part.size] as const);
        placePart(copy, shrinkPixels(stored, ...size, this.#findScratch(size)), part.start, rotation);
      }
      return copy;
    } catch {
      return undefined;
    } finally {
      frame?.close();
    }
  }

  /** Returns memory for a drawn part. The next part uses the same memory. */
  #findScratch([width, height]: readonly [number, number]): ArrayBuffer {
    const bytes = width * height * 4;
    if (this.#scratch === undefined || this.#scratch.byteLength < bytes)
      this.#scratch = new ArrayBuffer(bytes);
    return this.#scratch;
  }

  /** Returns undefined if the browser ignores the format. */
  async #copyPart(frame: VideoFrame, rect: DOMRectInit & Size): Promise<Uint8Array | undefined> {
    const options = { format: 'RGBA', rect } as const;
    const bytes = frame.allocationSize(options);
    if (bytes !== rect.width * rect.height * 4) return undefined;
    if (this.#buffer === undefined || this.#buffer.byteLength < bytes) this.#buffer = new Uint8Array(bytes);
    await frame.copyTo(this.#buffer, options);
    return this.#buffer;
  }
}

/** A part of a stored frame, from its left edge to its right edge, and its place in the copy. */
interface Part {
  rect: Size & { x: number; y: number };
  start: number;
  size: number;
}

/** Divides a stored frame. @param target the rows of the copy, or its columns if the frame is turned by 90 degrees */
function* listParts({ x, y, width, height }: DOMRectReadOnly, target: number): Generator<Part> {
  const count = Math.min(target, Math.ceil((width * height * 4) / (PART_BYTES - 16 * width)));
  // The color of a pixel is stored for two rows, so a part begins with an even row.
  const findRow = (line: number) => (line === target ? height : Math.round((line * height) / target / 2) * 2);
  for (let index = 0; index < count; index += 1) {
    const [start, end] = [index, index + 1].map((part) => Math.floor((part * target) / count)) as [
      number,
      number,
    ];
    const [top, bottom] = [findRow(start), findRow(end)];
    yield { rect: { x, y: y + top, width, height: bottom - top }, start, size: end - start };
  }
}

/** Puts a part into the copy. @param start the row or the column of the copy, counted in the order of the stored rows */
function placePart(copy: Pixels, part: Pixels, start: number, rotation: 0 | 90 | 180 | 270): void {
  const isReversed = rotation === 90 || rotation === 180;
  if (!isTurned(rotation)) {
    const row = isReversed ? copy.height - start - part.height : start;
    copy.data.set(part.data, row * copy.width * 4);
    return;
  }
  const column = isReversed ? copy.width - start - part.width : start;
  for (let row = 0; row < part.height; row += 1) {
    const line = part.data.subarray(row * part.width * 4, (row + 1) * part.width * 4);
    copy.data.set(line, (row * copy.width + column) * 4);
  }
}

const isTurned = (rotation: number): boolean => rotation === 90 || rotation === 270;

const toRightAngle = (angle: number | undefined) =>
  angle === 0 || angle === 90 || angle === 180 || angle === 270 ? angle : undefined;

function draw(video: HTMLVideoElement, width: number, height: number): Pixels {
  const canvas = drawOnCanvas({ width, height }, (context) => context.drawImage(video, 0, 0, width, height));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser has no 2D canvas.');
  return { width, height, data: context.getImageData(0, 0, width, height).data };
}
