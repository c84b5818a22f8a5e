import { drawOnCanvas } from '../lib/canvas.ts';

/** The longest side of the file of a frame. No place takes more pixels. */
const MAX_SIDE = 3_840;
/** Each place encodes the frame once more, so this file must lose nothing that one can see. */
const QUALITY = 0.95;

/** Encodes the current frame of a video as a JPEG. The canvas turns a frame of a portrait clip upright. */
export async function encodeFrame(video: HTMLVideoElement): Promise<Blob> {
  const scale = Math.min(1, MAX_SIDE / Math.max(video.videoWidth, video.videoHeight));
  const size = {
    width: Math.round(video.videoWidth * scale),
    height: Math.round(video.videoHeight * scale),
  };
  const canvas = drawOnCanvas(size, (context) => context.drawImage(video, 0, 0, size.width, size.height));
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
  canvas.width = 0; // Releases the memory at once.
  if (!blob) throw new Error('The browser could not encode the canvas.');
  return blob;
}
