import codec from 'jpeg-js';

/** Encodes a photo of this size as a JPEG: its left half is dark, and its right half is light. */
export function createPhoto(width: number, height: number): Buffer {
  const data = Buffer.alloc(width * height * 4, 255);
  for (let at = 0; at < width * height; at += 1)
    data.fill(at % width < width / 2 ? 40 : 220, at * 4, at * 4 + 3);
  return codec.encode({ data, width, height }, 90).data;
}
