import { nameCodec } from './container.ts';
import type { Container } from './container.ts';
import { findBox, listBoxes, listFileBoxes, readType } from './list-boxes.ts';

/** The table of the frames of a video of 10 hours takes 20 MB. A larger table is not read. */
const MAX_TABLE_BYTES = 64_000_000;

/** Reads the header of an MP4 or a QuickTime file. */
export async function readMp4(file: File): Promise<Container> {
  const moov = await findMoov(file);
  if (moov === 'missing') return { hasPicture: true, isIncomplete: true };
  if (moov === undefined) return { hasPicture: true };
  for (const { type, data } of listBoxes(moov)) {
    const track = type === 'trak' && readTrack(data, readTimescale(moov));
    if (track) return track;
  }
  return { hasPicture: false };
}

/** Finds the box `moov` by the headers of the outer boxes. Undefined if it is too large. */
async function findMoov(file: File): Promise<DataView | 'missing' | undefined> {
  for await (const { type, contents } of listFileBoxes(file)) {
    if (type !== 'moov') continue;
    return contents.size > MAX_TABLE_BYTES ? undefined : new DataView(await contents.arrayBuffer());
  }
  return 'missing';
}

/** Reads the units per second of the header of a movie or a medium. */
const readUnits = (header: DataView | undefined): number =>
  header ? header.getUint32(header.getUint8(0) === 1 ? 20 : 12) : 0;

const readTimescale = (moov: DataView): number => readUnits(findBox(moov, 'mvhd'));

/** Reads a track. Undefined if the track is not the picture. */
function readTrack(track: DataView, movieUnits: number): Container | undefined {
  const handler = findBox(track, 'mdia', 'hdlr');
  if (!handler || readType(handler, 8) !== 'vide') return undefined;
  const table = findBox(track, 'mdia', 'minf', 'stbl');
  const units = readUnits(findBox(track, 'mdia', 'mdhd'));
  const codec = table && readCodec(table);
  if (!table || !codec) return undefined;
  const times = readTimes(table, units, readShift(track, units, movieUnits));
  return {
    hasPicture: true,
    codec: nameCodec(codec),
    rotation: readRotation(track),
    ...(times.length > 0 && {
      keyframes: readKeyframes(table, times),
      frames: times.slice().toSorted(),
    }),
  };
}

/** Reads the type of the first sample entry. */
function readCodec(table: DataView): string | undefined {
  const entries = findBox(table, 'stsd');
  return entries && entries.byteLength >= 16 ? readType(entries, 12) : undefined;
}

/** Reads the angle from the matrix of the track, which a phone sets for a portrait clip. */
function readRotation(track: DataView): 0 | 90 | 180 | 270 {
  const header = findBox(track, 'tkhd');
  if (!header) return 0;
  const matrix = header.getUint8(0) === 1 ? 52 : 40;
  const [a, b] = [header.getInt32(matrix), header.getInt32(matrix + 4)];
  if (b > 0) return 90;
  if (b < 0) return 270;
  return a < 0 ? 180 : 0;
}

/** Returns the seconds by which the edit list moves the frames. */
function readShift(track: DataView, units: number, movieUnits: number): number {
  const list = findBox(track, 'edts', 'elst');
  if (!list) return 0;
  const isLong = list.getUint8(0) === 1;
  let shift = 0;
  for (let index = 0, offset = 8; index < list.getUint32(4); index += 1, offset += isLong ? 20 : 12) {
    const duration = isLong ? Number(list.getBigUint64(offset)) : list.getUint32(offset);
    const start = isLong ? Number(list.getBigInt64(offset + 8)) : list.getInt32(offset + 4);
    if (start >= 0) return shift - start / units;
    shift += duration / movieUnits; // An empty edit is a pause before the picture.
  }
  return shift;
}

/** Reads the times at which the frames are shown, in the order of their decoding. */
function readTimes(table: DataView, units: number, shift: number): Float64Array {
  const durations = findBox(table, 'stts');
  if (!durations || units === 0) return new Float64Array();
  const runs = readRuns(durations);
  const times = new Float64Array(runs.reduce((sum, [count]) => sum + count, 0));
  let [index, time] = [0, 0];
  for (const [count, duration] of runs) {
    for (const end = index + count; index < end; index += 1, time += duration) times[index] = time;
  }
  const offsets = findBox(table, 'ctts');
  index = 0;
  for (const [count, offset] of offsets ? readRuns(offsets) : []) {
    for (const end = Math.min(index + count, times.length); index < end; index += 1) {
      times[index] = (times[index] ?? 0) + offset;
    }
  }
  return times.map((value) => value / units + shift);
}

/** Reads pairs of a count and a value. The values of `stts` are never negative, and below 2^31. */
function readRuns(box: DataView): [count: number, value: number][] {
  const count = Math.min(box.getUint32(4), Math.floor((box.byteLength - 8) / 8));
  return Array.from({ length: count }, (_, index) => [
    box.getUint32(8 + index * 8),
    box.getInt32(12 + index * 8),
  ]);
}

/** Reads the times of the sync samples. Without their table, each frame is a sync sample. */
function readKeyframes(table: DataView, times: Float64Array): number[] {
  const box = findBox(table, 'stss');
  if (!box) return [...times];
  const count = Math.min(box.getUint32(4), Math.floor((box.byteLength - 8) / 4));
  const keyframes = Array.from({ length: count }, (_, index) => times[box.getUint32(8 + index * 4) - 1]);
  return keyframes.filter((time) => time !== undefined);
}
