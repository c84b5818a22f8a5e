import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { EXAMPLE_PROMPTS } from '#contract/example-prompts.ts';
import { findExamples, writeExamples, type ExampleImages } from '../../../infra/stages/examples.ts';
import { readMark } from '../../support/image-metadata.ts';

const IMAGES = Object.fromEntries(
  EXAMPLE_PROMPTS.map(({ image, prompt }) => [image, Buffer.from(prompt)]),
) as ExampleImages;

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'examples-'));
});
afterEach(() => rm(root, { recursive: true }));

it('finds the images that the command wrote for a stage', async () => {
  const folder = writeExamples('dev', IMAGES, root);

  expect(findExamples('dev', root)).toEqual({ folder, kind: 'images' });
  expect(await readFile(join(folder, 'castle.webp'), 'utf8')).toBe('Build tutorial with a castle');
});

it('calls the pictures of the embedded cloud sketches', () => {
  writeExamples('local', IMAGES, root);

  expect(findExamples('local', root)?.kind).toBe('sketches');
});

it('shows no examples if one of the pictures is missing', async () => {
  await rm(join(writeExamples('dev', IMAGES, root), 'castle.webp'));

  expect(findExamples('dev', root)).toBeUndefined();
  expect(findExamples('prod', root)).toBeUndefined();
});

it('has a picture for each example prompt of the embedded cloud, which says that AI made it', async () => {
  const { folder } = findExamples('local') ?? { folder: '' };

  const files = EXAMPLE_PROMPTS.map(({ image }) => readFile(join(folder, `${image}.webp`)));
  for (const file of await Promise.all(files)) expect(readMark(file)?.tool).toBe('Thumbforge');
});
