/** The folder of the pictures of the example prompts, under the site's origin. */
export const EXAMPLES_PATH = '/examples';

/** One prompt for each common kind of video. `image` is the file name of its picture, without the extension. */
export const EXAMPLE_PROMPTS = [
  { image: 'shocked-face', prompt: 'Game-style thumbnail with a shocked face' },
  { image: 'gaming-setup', prompt: 'Gaming setup review with neon lighting' },
  { image: 'castle', prompt: 'Build tutorial with a castle' },
  { image: 'laptop', prompt: 'Programming tutorial with code and a laptop' },
] as const;

/**
 * The kind of a stage's example pictures. The pages have it in the attribute `data-examples` of their root element, so that they need no
 * request and no script to know it.
 */
export type ExamplesKind = 'none' | 'images' | 'sketches';
