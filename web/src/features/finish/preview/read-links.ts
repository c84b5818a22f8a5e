import { LINK_REASONS } from '#contract/link-reasons.ts';
import { parseVideoReference } from '#contract/video-reference.ts';
import { MAX_RIVALS } from './rivals.ts';

/** The links after an attempt to add some. */
interface ReadLinks {
  links: string[];
  /** The text that stays in the field. */
  rest: string;
  /** A sentence that says why the first word of the rest is no rival. */
  problem?: string;
}

/** Adds the links of a text to a list, one after the other, until one cannot be used. */
export function readLinks(text: string, links: readonly string[]): ReadLinks {
  const words = text.split(/\s+/u).filter((word) => word !== '');
  const all = [...links];
  if (words.length === 0) return { links: all, rest: '', problem: NO_LINK };
  for (const [index, word] of words.entries()) {
    const problem = findProblem(word, all);
    if (problem !== undefined) return { links: all, rest: words.slice(index).join(' '), problem };
    all.push(word);
  }
  return { links: all, rest: '' };
}

const NO_LINK = 'Paste a link to a video or channel on YouTube.';

function findProblem(word: string, links: readonly string[]): string | undefined {
  const source = parseSource(word);
  if (typeof source === 'string') return source;
  const known = links.map(parseSource);
  if (known.some((other) => typeof other === 'object' && other.key === source.key))
    return 'This link is in the list already.';
  if (links.length >= MAX_RIVALS)
    return `You have ${MAX_RIVALS} rivals, the most that fit. Remove one first.`;
  return undefined;
}

/** @returns a key that is equal for all links to one video or channel, or a sentence that says why the word is no such link. */
function parseSource(word: string): { key: string } | string {
  const parsed = parseVideoReference(word);
  if ('error' in parsed) {
    const { error } = parsed;
    const isAboutPrompt = error === 'severalLinks' || error === 'otherSite';
    return isAboutPrompt
      ? 'Only links to videos and channels on YouTube can be used.'
      : `${LINK_REASONS[error]}.`;
  }
  if (parsed.reference === undefined || parsed.text !== '') return NO_LINK;
  return { key: JSON.stringify(parsed.reference) };
}
