import { expect, it } from 'vitest';
import { nameIdea } from '../../../functions/thumbnails/generation/name-idea.ts';

it.each([
  ['has one line', 'a castle\nby\tthe  sea ', 'a castle by the sea'],
  ['has no invisible characters', 'a\u202ecastle', 'a castle'],
  ['has no half of a character, which DynamoDB refuses', 'a\ud83dcastle', 'a castle'],
  ['keeps the joiners of emoji', '👩\u200d🚀', '👩\u200d🚀'],
  ['ends at the limit, between two characters', '🏰'.repeat(101), '🏰'.repeat(100)],
])('The name of an idea %s', (_, idea, name) => {
  expect(nameIdea(idea)).toBe(name);
});
