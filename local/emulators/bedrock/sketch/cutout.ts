import type { UploadedImage } from '../reference-image.ts';

/**
 * Draws an image without its background as SVG: what the silhouette of a portrait covers remains, with a soft edge. The
 * emulator does not look for the subject.
 */
export function drawCutout({ base64, width, height }: UploadedImage): string {
  const blur = Math.min(width, height) / 150;
  const ellipse = (cx: number, cy: number, rx: number, ry: number) =>
    `<ellipse cx="${cx * width}" cy="${cy * height}" rx="${rx * width}" ry="${ry * height}"/>`;
  const [head, shoulders] = [ellipse(0.5, 0.38, 0.21, 0.32), ellipse(0.5, 1.02, 0.42, 0.4)];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">`,
    `<filter id="soft"><feGaussianBlur stdDeviation="${blur}"/></filter>`,
    `<mask id="subject"><g fill="#fff" filter="url(#soft)">${head}${shoulders}</g></mask>`,
    `<image width="${width}" height="${height}" mask="url(#subject)" href="data:image/jpeg;base64,${base64}"/>`,
    '</svg>',
  ].join('');
}
