/** Finds the links that a creator would see in a prompt: also inside of markup, code and the punctuation of any script. */

/** The characters without a width that pages and keyboards put around links: soft hyphens, joiners, directions, byte order marks. */
const INVISIBLE = String.raw`\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff`;

/** A host begins after any character that cannot be part of a host or of an e-mail address: `「youtu.be/`, `_www.`, `-youtu.be/`. */
const HOST_START = String.raw`(?<![a-z\d@]|[a-z\d][.-])`;
/** Each pattern reads a limited number of characters before it decides if there is a link. This keeps the search linear. */
const SCHEME = String.raw`(?:https?[:\uFF1A]?[/\\\uFF0F]{0,4}){1,2}`;
const YOUTUBE_HOST = String.raw`(?:[\w-]{1,20}\.){0,2}(?:youtu(?:be(?:-nocookie)?)?|ytimg)[${INVISIBLE}]{0,2}\.[\w.-]{2,40}(?::\d{0,5})?(?=[/\\?#\uFF0F]|%2f)`;
/** A link to YouTube without a scheme needs a path. Its host must not be the end of another host. */
const YOUTUBE_LINK = String.raw`(?:${SCHEME}[${INVISIBLE}]{0,2}|${HOST_START}(?:[/\\]{2})?)${YOUTUBE_HOST}`;
const HANDLE = String.raw`[/\\]{1,2}@(?:(?!https?:[/\\])[\p{L}\p{M}\p{N}_.\u00B7%${INVISIBLE}-])*`;
const OTHER_LINK = [
  String.raw`https?:[/\\]`,
  'https?%3a%2f',
  String.raw`[:\uFF1A][/\\\uFF0F]{2}(?=[\p{L}\p{N}])`,
  String.raw`${HOST_START}www\.(?=[\p{L}\p{N}])`,
  // The host follows the credentials of a link.
  String.raw`@(?:${YOUTUBE_HOST}|www\.(?=[\p{L}\p{N}]))`,
].join('|');
/** A link ends before the next link, and before each character that no link to YouTube contains. */
const REST = String.raw`(?:(?!https?:[/\\])[\w\-.~:/?#@&+;=%\\${INVISIBLE}])*`;
const LINK = new RegExp(`(?:${YOUTUBE_LINK}(?:${HANDLE})?|${OTHER_LINK})${REST}`, 'giu');

const INVISIBLE_MARKS = new RegExp(`[${INVISIBLE}]`, 'gu');
const IS_TRAILING = new RegExp(`[.:;?~&\\\\${INVISIBLE}]`, 'u');
const IS_OPENING = new RegExp(
  String.raw`[\p{Ps}\p{Pi}\p{Pf}\p{Pd}"'\x60<*_~|\u00BF\u00A1\u05F4${INVISIBLE}]`,
  'u',
);
const IS_CLOSING = new RegExp(
  String.raw`[\p{Pe}\p{Pi}\p{Pf}\p{Pd}\p{Po}\p{Pc}>\x60~|\uFF5E${INVISIBLE}]`,
  'u',
);
/** Matches the markup between the two copies of a link: `[link](link)` and `<a href="link">link</a>`. */
const SAME_LINK = /^(?:\)?\]\(|["']?[^<>\s"']*>)$/;

export interface FoundLink {
  /** The link with its scheme, without the punctuation of the sentence. */
  link: string;
  start: number;
  end: number;
}

export function findLinks(prompt: string): FoundLink[] {
  return Array.from(prompt.matchAll(LINK), ({ 0: found, index }) => {
    // The link may be in markup such as `_link_`. An id can end with the same mark.
    let marks = 0;
    while (prompt.charAt(index - marks - 1) === '_') marks += 1;
    let { length } = found;
    while (length > 0 && IS_TRAILING.test(found.charAt(length - 1))) length -= 1;
    for (; marks > 0 && found.charAt(length - 1) === '_'; marks -= 1) length -= 1;
    return { link: found.slice(0, length), start: index, end: index + length };
  });
}

/** Returns true if a link is the label of the next link in markup such as `[link](link)`. Does not compare the two links. */
export const isLinkLabel = (prompt: string, words: FoundLink, link: FoundLink): boolean =>
  SAME_LINK.test(prompt.slice(words.end, link.start));

export const removeInvisible = (text: string): string => text.replace(INVISIBLE_MARKS, '');

/** Returns a prompt in one line, without the given part and without the markup and the punctuation around it. */
export function removeLink(prompt: string, start: number, end: number): string {
  const [left, right] = removeMarkup(prompt.slice(0, start), prompt.slice(end));
  // French has a space inside of quotes: « link ».
  return `${left} ${right}`
    .split(/\s+/)
    .join(' ')
    .replace(/[\u00AB\u2039] [\u00BB\u203A]/, '')
    .split(/ +/)
    .join(' ')
    .trim();
}

/** Matches the mark of a forum before a link: `[url=link]`, `[youtube]link`. */
const FORUM_MARK = /\[(?:url=?|youtube|embed|video|img)\]?$/i;

/** Removes the code, the brackets, the quotes and the punctuation of the sentence around a link. */
function removeMarkup(left: string, right: string): [left: string, right: string] {
  const tag = left.lastIndexOf('<');
  if (left.lastIndexOf('>') < tag && /^<[a-z]/i.test(left.slice(tag, tag + 2))) {
    const end = right.indexOf('>');
    return [removeTags(left.slice(0, tag)), end === -1 ? '' : removeTags(right.slice(end + 1))];
  }
  const mark = FORUM_MARK.exec(left.slice(-10))?.[0];
  if (mark !== undefined) {
    const after = right.replace(/^\]/, '').replace(/\[\/(?:url|youtube|embed|video|img)\]/i, ' ');
    return [left.slice(0, -mark.length), after];
  }
  if (!left.endsWith('](')) return [removeOpening(left), removeClosing(right)];
  // In `[words](link "title")`, the words stay, and the title is removed.
  const words = left.lastIndexOf('[', left.length - 3);
  const before = words === -1 ? '' : left.slice(0, words).replace(/\[?!$/, '');
  const title = /^\s*"[^"]*"\s*\)/.exec(right)?.[0] ?? '';
  return [`${before} ${left.slice(words + 1, -2)}`, removeClosing(right.slice(title.length))];
}

const removeTags = (text: string): string => text.replace(/<\/?[a-z][^<>]*>/gi, ' ');

/** Loops, because a pattern such as `/[.!?]+$/` would take quadratic time. */
function removeOpening(left: string): string {
  let end = left.length;
  while (end > 0 && IS_OPENING.test(left.charAt(end - 1))) end -= 1;
  return left.slice(0, end);
}

function removeClosing(right: string): string {
  let start = 0;
  while (start < right.length && IS_CLOSING.test(right.charAt(start))) start += 1;
  return right.slice(start);
}
