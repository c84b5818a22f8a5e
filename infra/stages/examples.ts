import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EXAMPLE_PROMPTS, type ExamplesKind } from '#contract/example-prompts.ts';

/** The pictures of the example prompts that a stage shows to visitors. */
export interface Examples {
  /** One WebP for each example prompt. */
  folder: string;
  kind: Exclude<ExamplesKind, 'none'>;
}

/** `npm run examples` writes the pictures of each stage here. Commit them: the next deployment publishes them. */
const ROOT = fileURLToPath(new URL('examples', import.meta.url));

export type ExampleImages = Record<(typeof EXAMPLE_PROMPTS)[number]['image'], Buffer>;

/** @param stage `local` for the embedded cloud. @returns undefined unless the stage has a picture for each prompt. */
export function findExamples(stage: string, root = ROOT): Examples | undefined {
  const folder = join(root, stage);
  const isComplete = EXAMPLE_PROMPTS.every(({ image }) => existsSync(join(folder, `${image}.webp`)));
  return isComplete ? { folder, kind: stage === 'local' ? 'sketches' : 'images' } : undefined;
}

/** Replaces the pictures of a stage. @returns their folder. */
export function writeExamples(stage: string, images: ExampleImages, root = ROOT): string {
  const folder = join(root, stage);
  mkdirSync(folder, { recursive: true });
  for (const { image } of EXAMPLE_PROMPTS) writeFileSync(join(folder, `${image}.webp`), images[image]);
  return folder;
}
