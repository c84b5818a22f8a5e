import { compareFrames } from './measure-frame.ts';
import type { FrameMeasures } from './measure-frame.ts';

/** The frames that the filmstrip offers. */
export const STRIP_FRAMES = 12;
/** The frames that are looked at in each of the twelve parts of the video. */
const FRAMES_OF_A_PART = 3;

/** Two frames that differ less look the same in the filmstrip. */
const LEAST_DIFFERENCE = 0.01;
/** Frames that differ more are entirely different pictures. A larger difference does not make a choice better. */
const FULL_DIFFERENCE = 0.2;
/** A frame below this brightness counts as dark. */
const BRIGHT_FROM = 70;
/** A frame with less contrast is of one color. */
const LEAST_CONTRAST = 6;

/** A time that the filmstrip looks at. */
export interface Sample {
  time: number;
  /** The part of the video, 0 to 11. */
  part: number;
}

export interface MeasuredFrame extends Sample {
  measures: FrameMeasures;
}

/**
 * Plans which frames the filmstrip looks at: first one frame of each part of the video, then the others, so that a slow computer can
 * stop early. A time moves to a keyframe nearby, because only a keyframe is decoded alone.
 */
export function planSamples(duration: number, keyframes: readonly number[] = []): Sample[] {
  const spacing = duration / STRIP_FRAMES / FRAMES_OF_A_PART;
  const used = new Set<number>();
  const samples: Sample[] = [];
  // The middle of a part comes first.
  for (const place of [1, 0, 2]) {
    for (let part = 0; part < STRIP_FRAMES; part += 1) {
      const target = (part * FRAMES_OF_A_PART + place + 0.5) * spacing;
      const keyframe = findNearest(keyframes, target);
      const isNear = keyframe !== undefined && Math.abs(keyframe - target) <= spacing / 2;
      const time = isNear && !used.has(keyframe) ? keyframe : target;
      used.add(time);
      samples.push({ time, part });
    }
  }
  return samples;
}

/** Finds the nearest value by bisection. The values ascend. */
function findNearest(values: readonly number[], target: number): number | undefined {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((values[middle] ?? Infinity) < target) low = middle + 1;
    else high = middle;
  }
  const [before, after] = [values[low - 1], values[low]];
  if (before === undefined || after === undefined) return before ?? after;
  return target - before < after - target ? before : after;
}

/**
 * Chooses at most twelve frames that are sharp, bright and different, in the order of the video. Each part of the video gives one frame if
 * it has a frame that differs from the others. Returns fewer frames if the video has no more different ones.
 */
export function chooseFrames<Frame extends MeasuredFrame>(frames: readonly Frame[]): Frame[] {
  const sharpest = Math.max(1, ...frames.map(({ measures }) => measures.sharpness));
  const rated = frames.map((frame) => ({ frame, quality: rate(frame.measures, sharpest) }));
  const usable = rated.filter(({ frame }) => frame.measures.contrast >= LEAST_CONTRAST);
  const offered = usable.length > 0 ? usable : rated;
  const chosen: Frame[] = [];
  for (let part = 0; part < STRIP_FRAMES; part += 1) {
    addBest(
      chosen,
      offered.filter(({ frame }) => frame.part === part),
    );
  }
  // A part whose frames all look like others leaves its place to a second frame of another part.
  while (chosen.length < STRIP_FRAMES && addBest(chosen, offered));
  return chosen.toSorted((one, other) => one.time - other.time);
}

/** Rates a frame, 0 to 1. */
function rate({ sharpness, brightness }: FrameMeasures, sharpest: number): number {
  return Math.sqrt(sharpness / sharpest) * Math.min(1, brightness / BRIGHT_FROM);
}

/** Adds the best frame that differs from the chosen frames. Returns false if each frame looks like a chosen frame. */
function addBest<Frame extends MeasuredFrame>(
  chosen: Frame[],
  offered: readonly { frame: Frame; quality: number }[],
): boolean {
  let best: { frame: Frame; value: number } | undefined;
  for (const { frame, quality } of offered) {
    const difference = Math.min(1, ...chosen.map((each) => compareFrames(each.measures, frame.measures)));
    if (difference < LEAST_DIFFERENCE) continue;
    const value = quality * (0.5 + Math.min(1, difference / FULL_DIFFERENCE) / 2);
    if (best === undefined || value > best.value) best = { frame, value };
  }
  if (best) chosen.push(best.frame);
  return best !== undefined;
}
