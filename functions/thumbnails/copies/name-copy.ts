import { LIMITS } from '#contract/limits.ts';
import { UNTITLED } from '#contract/photo.ts';
import { nameIdea } from '../generation/name-idea.ts';

const SUFFIX = ' copy';

/** Names a copy after its thumbnail. The name of a copy of a copy has the suffix once. */
export function nameCopy(title: string): string {
  const name = nameIdea(title) || UNTITLED;
  const stem = name.endsWith(SUFFIX) ? name.slice(0, -SUFFIX.length) : name;
  const room = LIMITS.thumbnailNameLength - SUFFIX.length;
  return `${Array.from(stem).slice(0, room).join('').trimEnd()}${SUFFIX}`;
}
