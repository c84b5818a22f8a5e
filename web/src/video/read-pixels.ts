import { drawOnCanvas } from '../lib/canvas.ts';
import type { Pixels } from './measure-frame.ts';
import { shrinkPixels } from './shrink-pixels.ts';

/** TypeScript does not know this property of Chromium yet. */
type TurnedFrame = VideoFrame & { rotation?: number; flip?: boolean };

/** The largest copy of a frame on the page, in device pixels: enough for each screen. */
export const SHOWN_WIDTH = 1_280;

/** Returns the size of a copy that is not larger than its frame. */
export function fitWidth(video: { width: number; height: number }, most: number) {
  const scale = Math.min(1, most / Math.max(video.width, video.height));
  return {
    width: Math.max(1, Math.round(video.width * scale)),
    height: Math.max(1, Math.round(video.height * scale)),
  };
}

/**
 * Makes small copies of the current frame of a video. A canvas would do the same, but without a graphics card Chromium keeps each frame
 * that it draws, and 36 frames of 4K take 500 MB. So the pixels are copied to one buffer, and shrunk by our own code.
 */
export class PixelReader {
  #buffer: Uint8Array<ArrayBuffer> | undefined;
  readonly #rotation: 0 | 90 | 180 | 270;

  /** @param rotation the angle of the container, for browsers whose frames do not have it */
  constructor(rotation: 0 | 90 | 180 | 270) {
    this.#rotation = rotation;
  }

  async read(video: HTMLVideoElement, most: number): Promise<Pixels> {
    const { width, height } = fitWidth({ width: video.videoWidth, height: video.videoHeight }, most);
    return (await this.#copy(video, width, height)) ?? draw(video, width, height);
  }

  close(): void {
    this.#buffer = undefined;
  }

  /** Returns undefined if the browser cannot copy the pixels, e.g. because their format is not supported. */
  async #copy(video: HTMLVideoElement, width: number, height: number): Promise<Pixels | undefined> {
    if (typeof VideoFrame === 'undefined') return undefined;
    let frame: TurnedFrame | undefined;
    try {
      frame = new VideoFrame(video);
      const rotation = toRightAngle(frame.rotation) ?? this.#rotation;
      if (frame.flip === true || !frame.visibleRect) return undefined;
      const options = { format: 'RGBA' } as const;
      const bytes = frame.allocationSize(options);
      const stored = { width: frame.visibleRect.width, height: frame.visibleRect.height };
      if (bytes !== stored.width * stored.height * 4) return undefined; // The browser has ignored the format.
      if (this.#buffer?.byteLength !== bytes) this.#buffer = new Uint8Array(bytes);
      await frame.copyTo(this.#buffer, options);
      return shrinkPixels({ ...stored, data: this.#buffer, rotation }, width, height);
    } catch {
      return undefined;
    } finally {
      frame?.close();
    }
  }
}

const toRightAngle = (angle: number | undefined) =>
  angle === 0 || angle === 90 || angle === 180 || angle === 270 ? angle : undefined;

function draw(video: HTMLVideoElement, width: number, height: number): Pixels {
  const canvas = drawOnCanvas({ width, height }, (context) => context.drawImage(video, 0, 0, width, height));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser has no 2D canvas.');
  return { width, height, data: context.getImageData(0, 0, width, height).data };
}
