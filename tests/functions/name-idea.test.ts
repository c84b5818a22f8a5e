import { expect, it } from 'vitest';
import { nameIdea } from '../../functions/thumbnails/generation/name-idea.ts';

it.each([
  ['one line', 'a castle\n by\tthe sea ', 'a castle by the sea'],
  ['the start of long words', 'castle '.repeat(20), 'castle '.repeat(14) + 'ca'],
])('a thumbnail is named after its idea: %s', (_, idea, name) => {
  expect(nameIdea(idea)).toBe(name);
});
