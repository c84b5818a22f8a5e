import resize from '@jsquash/resize';

/** Pixels in RGBA, row by row. */
export type Pixels = Pick<ImageData, 'data' | 'width' | 'height'>;

/** The distance in pixels at which a mask acts: fully up to `full`, and then less and less up to `end`. */
interface Reach {
  full: number;
  end: number;
}

/** The reach of a mask. The service grows a mask by 5 pixels. A pixel that is more than 20 pixels away must not change. */
const MASK_REACH: Reach = { full: 5, end: 18.5 };
/** The reach of a change that a service without a mask made. */
const CHANGE_REACH: Reach = { full: 2, end: 6 };

/**
 * A pixel counts as changed if the mean difference of a channel, in a square of this radius, is above the threshold. Encoding alone does
 * not cause such a difference.
 */
const CHANGE = { threshold: 12, radius: 3 };

/** The units of a distance: a step to a neighbor has 3 units, and a diagonal step has 4 units, which is 6 % too short. */
const UNITS = 3;
const DIAGONAL = 4;
const FAR = 0xffff;

/**
 * Copies only the edited pixels of the result: the pixels in the mask or, without a mask, the pixels that differ by more than an encoding
 * causes. All other pixels stay exactly as in the base.
 * @param mask a value for each pixel of the base. A value of 128 or more marks the pixel.
 */
export function keepBase(base: Pixels, result: Pixels, mask: Uint8Array | undefined): Pixels {
  const { width, height } = base;
  const marked = mask ?? findChanges(base, result);
  const { full, end } = mask === undefined ? CHANGE_REACH : MASK_REACH;
  const data = new Uint8ClampedArray(base.data);
  const box = findBox(marked, { width, height }, Math.ceil(end));
  const distances = measureDistances(marked, width, box);
  const kept = viewPixels(data);
  const results = viewPixels(result.data);
  for (let y = box.top; y < box.bottom; y += 1) {
    const shift = padIndex(box, 0, y);
    for (let x = box.left; x < box.right; x += 1) {
      const distance = (distances[shift + x] ?? FAR) / UNITS;
      if (distance >= end) continue;
      const at = y * width + x;
      if (distance <= full) kept[at] = results[at] ?? 0;
      else blend(data, result.data, at * 4, (end - distance) / (end - full));
    }
  }
  return { data, width, height };
}

/** Views each pixel as one number, so that a pixel is copied in one step. */
function viewPixels({ buffer, byteOffset, length }: Pixels['data']): Uint32Array {
  return new Uint32Array(buffer, byteOffset, length / 4);
}

/** Mixes a share of a pixel of the result into the pixel that begins at the index `first`. */
function blend(data: Uint8ClampedArray, result: Pixels['data'], first: number, share: number): void {
  for (let at = first; at < first + 4; at += 1) {
    const kept = data[at] ?? 0;
    data[at] = kept + ((result[at] ?? 0) - kept) * share;
  }
}

/** Puts the base back into an image that extends the base. */
export function restoreBase(base: Pixels, result: Pixels, left: number, up: number): Pixels {
  const data = new Uint8ClampedArray(result.data);
  for (let y = 0; y < base.height; y += 1) {
    const row = base.data.subarray(y * base.width * 4, (y + 1) * base.width * 4);
    data.set(row, ((y + up) * result.width + left) * 4);
  }
  return { data, width: result.width, height: result.height };
}

/** Resizes an image if its size differs. */
export async function fit(image: ImageData, width: number, height: number): Promise<ImageData> {
  if (image.width === width && image.height === height) return image;
  return resize(image, { width, height, premultiply: false, linearRGB: false });
}

/** Returns 255 for a pixel if the mean difference around the pixel is larger than an encoding causes. Returns 0 for all other pixels. */
function findChanges(base: Pixels, result: Pixels): Uint8Array {
  const { width, height } = base;
  const sums = sumDifferences(base, result);
  const changed = new Uint8Array(width * height);
  const { radius, threshold } = CHANGE;
  for (let y = 0; y < height; y += 1) {
    const top = Math.max(0, y - radius);
    const bottom = Math.min(height, y + radius + 1);
    const above = top * (width + 1);
    const below = bottom * (width + 1);
    for (let x = 0; x < width; x += 1) {
      const left = Math.max(0, x - radius);
      const right = Math.min(width, x + radius + 1);
      const inLower = (sums[below + right] ?? 0) - (sums[below + left] ?? 0);
      const inUpper = (sums[above + right] ?? 0) - (sums[above + left] ?? 0);
      if (inLower - inUpper > threshold * (bottom - top) * (right - left)) changed[y * width + x] = 255;
    }
  }
  return changed;
}

/**
 * Creates the summed-area table of the largest difference of a channel: each entry is the sum of all differences above and left of the
 * entry. 32 bits are enough for 16 million pixels, and an edited image has fewer.
 */
function sumDifferences(base: Pixels, result: Pixels): Uint32Array {
  const { width, height } = base;
  const sums = new Uint32Array((width + 1) * (height + 1));
  for (let y = 0; y < height; y += 1) {
    let row = 0;
    for (let x = 0; x < width; x += 1) {
      row += differ(base.data, result.data, (y * width + x) * 4);
      const at = (y + 1) * (width + 1) + x + 1;
      sums[at] = (sums[at - width - 1] ?? 0) + row;
    }
  }
  return sums;
}

function differ(base: Pixels['data'], result: Pixels['data'], at: number): number {
  let largest = 0;
  for (let channel = at; channel < at + 4; channel += 1) {
    const difference = Math.abs((base[channel] ?? 0) - (result[channel] ?? 0));
    if (difference > largest) largest = difference;
  }
  return largest;
}

/** A part of an image. The column `right` and the row `bottom` are outside of the part. */
interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const MARKED = 128;

/** Returns the box of the marked pixels with a margin, within the image. The box is empty if no pixel is marked. */
function findBox(marked: Uint8Array, { width, height }: Omit<Pixels, 'data'>, margin: number): Box {
  const box = { left: width, top: height, right: 0, bottom: 0 };
  for (let y = 0; y < height; y += 1) {
    const row = marked.subarray(y * width, (y + 1) * width);
    const first = row.findIndex((value) => value >= MARKED);
    if (first < 0) continue;
    box.left = Math.min(box.left, first);
    box.right = Math.max(box.right, row.findLastIndex((value) => value >= MARKED) + 1);
    box.top = Math.min(box.top, y);
    box.bottom = y + 1;
  }
  if (box.bottom === 0) return { left: 0, top: 0, right: 0, bottom: 0 };
  return {
    left: Math.max(0, box.left - margin),
    top: Math.max(0, box.top - margin),
    right: Math.min(width, box.right + margin),
    bottom: Math.min(height, box.bottom + margin),
  };
}

/** Returns the index of a pixel in the distances of a box. The distances have one more pixel on each side. */
function padIndex({ left, top, right }: Box, x: number, y: number): number {
  return (y - top + 1) * (right - left + 2) + x - left + 1;
}

/**
 * Measures the distance of each pixel of a box to the nearest marked pixel, in units of a third of a pixel, with two passes over the box
 * (Borgefors, "Distance transformations in digital images", 1986). The result is at most 6 % shorter than the real distance.
 */
function measureDistances(marked: Uint8Array, width: number, box: Box): Uint16Array {
  const stride = box.right - box.left + 2;
  const distances = new Uint16Array(stride * (box.bottom - box.top + 2)).fill(FAR);
  const visit = (at: number, direction: 1 | -1) => {
    const nearest = distances[at] ?? FAR;
    if (nearest === 0) return;
    const above = at - direction * stride;
    distances[at] = Math.min(
      nearest,
      (distances[at - direction] ?? FAR) + UNITS,
      (distances[above] ?? FAR) + UNITS,
      (distances[above - direction] ?? FAR) + DIAGONAL,
      (distances[above + direction] ?? FAR) + DIAGONAL,
    );
  };
  for (let y = box.top; y < box.bottom; y += 1) {
    for (let x = box.left; x < box.right; x += 1) {
      const at = padIndex(box, x, y);
      if ((marked[y * width + x] ?? 0) >= MARKED) distances[at] = 0;
      else visit(at, 1);
    }
  }
  for (let y = box.bottom - 1; y >= box.top; y -= 1) {
    for (let x = box.right - 1; x >= box.left; x -= 1) visit(padIndex(box, x, y), -1);
  }
  return distances;
}
