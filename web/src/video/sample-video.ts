import { chooseFrames, planSamples, STRIP_FRAMES } from './choose-frames.ts';
import type { MeasuredFrame } from './choose-frames.ts';
import { measureFrame } from './measure-frame.ts';
import type { Pixels } from './measure-frame.ts';
import type { VideoPlayer } from './video-player.ts';

/** The filmstrip is there after this time, also on a slow computer. */
const ENOUGH_MS = 4_500;

/** A frame of the filmstrip. */
export interface StripFrame extends MeasuredFrame {
  pixels: Pixels;
}

/**
 * Finds the frames of the filmstrip. Reports the first frame of each part of the video at once, and the choice at the end.
 * @returns undefined after the player is closed
 */
export async function sampleVideo(
  player: Pick<VideoPlayer, 'duration' | 'sample'>,
  keyframes: readonly number[] | undefined,
  onFrames: (frames: readonly StripFrame[]) => void,
): Promise<StripFrame[] | undefined> {
  const frames: StripFrame[] = [];
  const start = performance.now();
  for (const [index, { time, part }] of planSamples(player.duration, keyframes).entries()) {
    const isFirstOfPart = index < STRIP_FRAMES;
    if (!isFirstOfPart && performance.now() - start > ENOUGH_MS) break;
    try {
      const shown = await player.sample(time);
      if (!shown) return undefined;
      if (shown.isMissing || frames.some((frame) => frame.time === shown.time)) continue;
      const measures = measureFrame(shown.pixels);
      frames.push({ time: shown.time, part, measures, pixels: shown.pixels });
      if (isFirstOfPart) onFrames(frames.toSorted((one, other) => one.time - other.time));
    } catch {
      // This part of the video is damaged.
    }
  }
  return chooseFrames(frames);
}
