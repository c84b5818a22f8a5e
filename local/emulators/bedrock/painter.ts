import { renderAsync } from '@resvg/resvg-js';
import { sketchFont } from './font.ts';
import { headlineOf } from './headline.ts';
import type { Painter, Sketch } from './invoke.ts';
import { chooseMood } from './scene/mood.ts';
import { Random } from './scene/random.ts';
import { chooseScene } from './scene/scenes.ts';
import { createStage } from './scene/stage.ts';
import { Paper } from './scene/svg.ts';
import { wordsOf } from './scene/words.ts';
import { caption, headline } from './typography.ts';

/** A negative prompt with one of these wants a picture without lettering. */
const LETTERING = ['text', 'word', 'letter', 'lettering', 'typography', 'title', 'headline', 'caption'];

/** Paints a sketch: the same one is the same picture, byte for byte, wherever it is painted. */
export const paintSketch: Painter = async (sketch, gone) => {
  const font = sketchFont();
  const rendered = await renderAsync(drawSketch(sketch), {
    // The fonts of this machine would make it another picture than the next one's.
    font: { loadSystemFonts: false, fontFiles: [font.file], defaultFontFamily: font.family },
    logLevel: 'off',
  });
  // Half of the work is still to come, and this half is on the main thread.
  gone.throwIfAborted();
  return rendered.asPng();
};

/** A PNG of 16 by 9 pixels, all of one grey. */
const BLANK = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAABAAAAAJCAAAAAAeQfPuAAAAD0lEQVR4nGPQQgMMg0QAABBSF6GiLmOfAAAAAElFTkSuQmCC',
  'base64',
);

/** The same tiny picture for everyone. */
export const paintBlank: Painter = () => Promise.resolve(BLANK);

/** The sketch as SVG. */
export function drawSketch(sketch: Sketch): string {
  const { modelId, prompt, negativePrompt, seed, width, height } = sketch;
  const random = new Random(JSON.stringify([modelId, prompt, negativePrompt, seed]));
  const unwanted = new Set(wordsOf(negativePrompt));
  const words = wordsOf(prompt).filter((word) => !unwanted.has(word));
  const scene = chooseScene(words, random);
  const paper = new Paper(width, height);
  const stage = createStage(paper, chooseMood(words, scene.moods, random), random, words);
  const font = sketchFont();
  const lettered = !LETTERING.some((word) => unwanted.has(word));
  return paper.toSvg(
    [
      scene.draw(stage),
      vignette(paper),
      lettered ? headline(stage, headlineOf(prompt), font) : '',
      caption(stage, prompt, font),
    ].join(''),
  );
}

/** Corners a little darker than the middle, as a lens would have them. */
function vignette(paper: Paper): string {
  return paper.wash(
    paper.outwards(
      [0.56, 0.48],
      { at: 0.55, color: '#000000', opacity: 0 },
      { at: 1, color: '#000000', opacity: 0.4 },
    ),
  );
}
