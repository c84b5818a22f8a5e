import type { Mood, MoodName } from './mood.ts';
import type { Random } from './random.ts';
import { group, type Paper } from './svg.ts';

/** Where a scene is drawn: the sheet, its light, its chance, and where the subject stands. */
export interface Stage {
  paper: Paper;
  mood: Mood;
  random: Random;
  words: readonly string[];
  /** A wide picture has its headline at the left and its subject at the right; any other stacks them. */
  wide: boolean;
  /** Where the subject stands: its middle, and the ground under it. */
  x: number;
  ground: number;
  /** A hundredth of the subject's room: scenes are drawn in these units, so that they suit every aspect ratio. */
  unit: number;
}

export interface Scene {
  /** Words of a prompt that call for this scene, in the singular. */
  words: readonly string[];
  moods: readonly [MoodName, ...MoodName[]];
  draw(stage: Stage): string;
}

export function createStage(paper: Paper, mood: Mood, random: Random, words: readonly string[]): Stage {
  const { width, height } = paper;
  const wide = width / height > 1.2;
  return {
    paper,
    mood,
    random,
    words,
    wide,
    x: wide ? width * 0.71 : width * 0.5,
    ground: height * (wide ? 0.86 : 0.88),
    unit: wide ? Math.min(height, width * 0.62) / 100 : Math.min(width, height * 0.62) / 100,
  };
}

/** Children drawn in the subject's units: the origin stands on the ground, y grows downwards. */
export function subject({ x, ground, unit }: Stage, ...children: readonly string[]): string {
  return group(
    { transform: `translate(${x.toFixed(1)} ${ground.toFixed(1)}) scale(${unit.toFixed(4)})` },
    ...children,
  );
}
