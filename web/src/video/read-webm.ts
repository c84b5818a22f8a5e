import { nameCodec } from './container.ts';
import type { Container } from './container.ts';

/** The tracks of a file are described in its beginning. */
const BEGINNING_BYTES = 256_000;
/** The index of a video of ten hours takes 1 MB. */
const MAX_INDEX_BYTES = 16_000_000;

/** The ids of the elements, of https://www.rfc-editor.org/rfc/rfc9559. */
const ID = {
  segment: 0x18538067,
  seekHead: 0x114d9b74,
  seek: 0x4dbb,
  seekId: 0x53ab,
  seekPosition: 0x53ac,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  tracks: 0x1654ae6b,
  track: 0xae,
  trackType: 0x83,
  codecId: 0x86,
  cues: 0x1c53bb6b,
  cuePoint: 0xbb,
  cueTime: 0xb3,
} as const;

const VIDEO_TRACK = 1;

interface Element {
  id: number;
  data: DataView;
}

/** Reads the header of a WebM or a Matroska file, and its index of keyframes. */
export async function readWebm(file: File): Promise<Container> {
  const beginning = await readPart(file, 0, BEGINNING_BYTES);
  const segment = findElement(beginning, ID.segment);
  const tracks = segment && findElement(segment, ID.tracks);
  if (!segment || !tracks) return { hasPicture: true };
  const picture = [...listElements(tracks)].find(
    ({ id, data }) => id === ID.track && readNumber(findElement(data, ID.trackType)) === VIDEO_TRACK,
  );
  if (!picture) return { hasPicture: false };
  const codec = findElement(picture.data, ID.codecId);
  return {
    hasPicture: true,
    codec: codec && nameCodec(readText(codec)),
    keyframes: await readKeyframes(file, segment),
  };
}

async function readKeyframes(file: File, segment: DataView): Promise<number[] | undefined> {
  const position = findIndex(segment);
  if (position === undefined) return undefined;
  const start = segment.byteOffset + position;
  const cues = findElement(
    await readPart(file, start, Math.min(file.size - start, MAX_INDEX_BYTES)),
    ID.cues,
  );
  if (!cues) return undefined;
  const info = findElement(segment, ID.info);
  const nanoseconds = readNumber(info && findElement(info, ID.timestampScale)) ?? 1_000_000;
  const times = [...listElements(cues)].flatMap(({ id, data }) => {
    const time = id === ID.cuePoint ? readNumber(findElement(data, ID.cueTime)) : undefined;
    return time === undefined ? [] : [(time * nanoseconds) / 1e9];
  });
  return times.length === 0 ? undefined : [...new Set(times)].toSorted((one, other) => one - other);
}

/** Finds the position of the index, counted from the beginning of the segment. */
function findIndex(segment: DataView): number | undefined {
  const list = findElement(segment, ID.seekHead);
  if (!list) return undefined;
  for (const { id, data } of listElements(list)) {
    if (id !== ID.seek || readNumber(findElement(data, ID.seekId)) !== ID.cues) continue;
    return readNumber(findElement(data, ID.seekPosition));
  }
  return undefined;
}

async function readPart(file: File, offset: number, size: number): Promise<DataView> {
  return new DataView(await file.slice(offset, offset + size).arrayBuffer());
}

/** Lists elements. The last element may continue after the part of the file that is read. */
function* listElements(data: DataView): Generator<Element> {
  let offset = 0;
  while (offset < data.byteLength) {
    const id = readVariable(data, offset, true);
    const size = id && readVariable(data, offset + id.length, false);
    if (!id || !size) return;
    const start = offset + id.length + size.length;
    const length = Math.min(size.value, data.byteLength - start);
    if (length < 0) return;
    yield { id: id.value, data: new DataView(data.buffer, data.byteOffset + start, length) };
    offset = start + length;
  }
}

function findElement(parent: DataView, wanted: number): DataView | undefined {
  for (const { id, data } of listElements(parent)) if (id === wanted) return data;
  return undefined;
}

/** Reads a number of variable length. Its first bits say its length; an id keeps them. A size of ones only means "unknown". */
function readVariable(
  data: DataView,
  offset: number,
  isId: boolean,
): { value: number; length: number } | undefined {
  if (offset >= data.byteLength) return undefined;
  const first = data.getUint8(offset);
  const length = Math.clz32(first) - 23;
  if (length > 8 || offset + length > data.byteLength) return undefined;
  let value = isId ? first : first & (0xff >> length);
  let isUnknown = !isId && value === 0xff >> length;
  for (let index = 1; index < length; index += 1) {
    const byte = data.getUint8(offset + index);
    isUnknown &&= byte === 0xff;
    value = value * 256 + byte;
  }
  return { value: isUnknown ? Infinity : value, length };
}

function readNumber(data: DataView | undefined): number | undefined {
  if (!data) return undefined;
  let value = 0;
  for (let index = 0; index < data.byteLength; index += 1) value = value * 256 + data.getUint8(index);
  return value;
}

const readText = (data: DataView): string =>
  new TextDecoder().decode(new Uint8Array(data.buffer, data.byteOffset, data.byteLength)).replace(/\0+$/, '');
