/** A YouTube video or channel whose thumbnail gives a generation its style. */
export type VideoSource =
  | { kind: 'video'; id: string }
  /** `handle` has no leading @. */
  | { kind: 'channel'; handle: string }
  | { kind: 'channel'; channelId: string };

/** `text` is the prompt without the link. */
type ParsedPrompt = { reference: VideoSource | undefined; text: string } | { error: LinkError };

/** Why a link cannot be used. The page says it while a creator types, so these clauses are in its first script. */
export const LINK_REASONS = {
  severalLinks: 'The prompt has more than one link; only one link to a YouTube video or channel can be used',
  otherSite: 'The prompt has a link to another site; only links to YouTube videos and channels can be used',
  malformedLink: 'The YouTube link does not lead to a video or channel; copy the whole link again',
} as const;

type LinkError = keyof typeof LINK_REASONS;

/** The host is compared as text: a port, credentials, a trailing dot or another spelling of the host are refused. */
const YOUTUBE_LINK =
  /^(?:https?:\/\/)?(?:(?:www\.|m\.|music\.)?youtube\.com|(?:www\.)?(youtu\.be))(?:\/([^?#]*))?(?:\?([^#]*))?(?:#.*)?$/i;
const LINK_INSIDE_WORD = /([^\s([{<"'“‘«])(?=https?:[/\\])/gi;
const LINK = /^(?:https?:[/\\]|(?:www\.|m\.|music\.)?youtu(?:be\.com|\.be)\/)/i;

const VIDEO_ID = /^[\w-]{11}$/;
const CHANNEL_ID = /^UC[\w-]{22}$/;
/** Source: "Handle naming guidelines", YouTube Help. */
const HANDLE = /^@([\p{L}\p{M}\p{N}_.·-]{3,30})$/u;
/** In UTF-16 code units: more than 30 letters take, each percent-encoded and followed by a mark. */
const MAX_ENCODED_HANDLE = 1_000;
const OPENING_PUNCTUATION = '([{<"\'“‘«';
const CLOSING_PUNCTUATION = ')]}>"\'”’».,;:!?…';
/** They have an id's form, but embed a playlist and a channel. */
const EMBED_PAGES = ['videoseries', 'live_stream'];

/**
 * Separates a link to a YouTube video or channel from the other words of a prompt. Never throws. A domain without a
 * scheme is text, except for YouTube's with a path.
 */
export function parseVideoReference(prompt: string): ParsedPrompt {
  const links: string[] = [];
  // The blank separates two links, and a link from the word before it ("style:https://…").
  const words = prompt
    .replace(LINK_INSIDE_WORD, '$1 ')
    .split(/\s+/)
    .filter((word) => {
      const link = removePunctuation(word);
      return !LINK.test(link) || !links.push(link);
    });
  const [link] = links;
  if (link === undefined) return { reference: undefined, text: prompt.trim() };
  if (links.length > 1) return { error: 'severalLinks' };
  const parts = YOUTUBE_LINK.exec(link);
  if (parts === null) return { error: 'otherSite' };
  const [, shortHost, path = '', query] = parts;
  const reference = shortHost === undefined ? parsePath(path, query) : toVideo(path.replace(/\/$/, ''));
  return reference === undefined ? { error: 'malformedLink' } : { reference, text: words.join(' ').trim() };
}

function parsePath(path: string, query: string | undefined): VideoSource | undefined {
  const [first = '', second = '', ...others] = path.replace(/\/$/, '').split('/');
  if (first === 'watch') return second === '' ? toVideo(new URLSearchParams(query).get('v')) : undefined;
  // A channel's link may end with the name of a tab, e.g. /@handle/videos.
  if (others.length > (first === 'channel' ? 1 : 0)) return undefined;
  if (first === 'channel')
    return CHANNEL_ID.test(second) ? { kind: 'channel', channelId: second } : undefined;
  if (['shorts', 'live', 'embed'].includes(first)) return toVideo(second);
  const handle = HANDLE.exec(decode(first))?.[1];
  return handle === undefined ? undefined : { kind: 'channel', handle };
}

function toVideo(id: string | null): VideoSource | undefined {
  if (id === null || !VIDEO_ID.test(id) || EMBED_PAGES.includes(id)) return undefined;
  return { kind: 'video', id };
}

/**
 * Removes quotes, brackets and the punctuation of the sentence around a link. A pattern such as `/[.!?]+$/` would take
 * quadratic time.
 */
function removePunctuation(word: string): string {
  let start = 0;
  let end = word.length;
  while (start < end && OPENING_PUNCTUATION.includes(word.charAt(start))) start += 1;
  while (start < end && CLOSING_PUNCTUATION.includes(word.charAt(end - 1))) end -= 1;
  return word.slice(start, end);
}

/** Normalization takes quadratic time, because it sorts the marks of a letter. */
function decode(text: string): string {
  if (text.length > MAX_ENCODED_HANDLE) return '';
  try {
    return decodeURIComponent(text).normalize();
  } catch {
    return '';
  }
}
