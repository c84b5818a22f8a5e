import { findLinks, isLinkLabel, removeInvisible, removeLink } from './find-links.ts';
import type { LinkError } from './link-reasons.ts';

/** A YouTube video or channel whose thumbnail gives a generation its style. */
export type VideoSource =
  | { kind: 'video'; id: string }
  /** A handle without its leading @. */
  | { kind: 'channel'; handle: string }
  | { kind: 'channel'; channelId: string };

/** `text` is the prompt without the link. */
export type ParsedPrompt = { reference: VideoSource | undefined; text: string } | { error: LinkError };

const ENCODED = /^https?%3a/i;
const SCHEME = /^(?:https?[:\uFF1A]?[/\\\uFF0F]{0,4}){1,2}|^\/\//i;
/** The host is compared as text. A link with a port, credentials, a trailing dot or another spelling of the host is refused. */
const LINK = /^([^/?#&]*)\/*([^?#&]*)(?:[?&]([^#]*))?(?:#.*)?$/;

const VIDEO_ID = /^[\w-]{11}$/;
const CHANNEL_ID = /^UC[\w-]{22}$/;
/** Matches a handle ("Handle naming guidelines", YouTube Help). */
const HANDLE = /^@([\p{L}\p{M}\p{N}_.\u00B7-]{3,30})$/u;
/** The longest encoded handle in UTF-16 code units: more than 30 percent-encoded letters with a mark each need. */
const MAX_ENCODED_HANDLE = 1_000;
const MAX_ENCODED_LINK = 2_000;
const VIDEO_PAGES = ['shorts', 'live', 'embed', 'v', 'e', 'vi'];
/** These paths have the form of an id, but embed a playlist and a channel. */
const EMBED_PAGES = ['videoseries', 'live_stream'];

/**
 * Separates a link to a YouTube video or channel from the other words of a prompt. Never throws. A domain without a scheme and without
 * `www.` is text, unless it is a domain of YouTube with a path.
 */
export function parseVideoReference(prompt: string): ParsedPrompt {
  const [first, second, third] = findLinks(prompt);
  if (first === undefined) return { reference: undefined, text: prompt.trim() };
  const reference = parseLink(first.link);
  const isTwice =
    second !== undefined &&
    isLinkLabel(prompt, first, second) &&
    JSON.stringify(parseLink(second.link)) === JSON.stringify(reference);
  if (third !== undefined || (second !== undefined && !isTwice)) return { error: 'severalLinks' };
  if (typeof reference === 'string') return { error: reference };
  return { reference, text: removeLink(prompt, first.start, (second ?? first).end) };
}

function parseLink(text: string): VideoSource | LinkError {
  // Code writes `\/` for a slash and `&amp;` for an ampersand.
  const link = (ENCODED.test(text) ? decode(text, MAX_ENCODED_LINK) : text)
    .replace(/\\\/?/g, '/')
    .replaceAll('&amp;', '&');
  const [, host = '', path = '', query = ''] = LINK.exec(removeInvisible(link).replace(SCHEME, '')) ?? [];
  const parse = HOSTS.find(([pattern]) => pattern.test(host))?.[1];
  if (parse === undefined) return 'otherSite';
  // The host contains an invisible character.
  if (!link.includes(host)) return 'malformedLink';
  return parse(path.replace(/\/$/, '').split('/'), new URLSearchParams(query.replaceAll('?', '&')));
}

type ParsePath = (path: string[], query: URLSearchParams) => VideoSource | LinkError;

const HOSTS: [host: RegExp, ParsePath][] = [
  [/^(?:(?:www\.|m\.|music\.)?youtube|(?:www\.)?youtube-nocookie)\.com$/i, parsePage],
  [/^(?:www\.)?youtu\.be$/i, ([id, ...others]) => (others.length > 0 ? 'malformedLink' : toVideo(id))],
  [
    /^studio\.youtube\.com$/i,
    ([first, id]) =>
      first === 'video' ? toVideo(id) : first === 'channel' ? toChannel(id) : 'malformedLink',
  ],
  [/^(?:i\d?\.ytimg|img\.youtube)\.com$/i, ([, id]) => toVideo(id)],
];

function parsePage(
  [first = '', second, ...others]: string[],
  query: URLSearchParams,
): VideoSource | LinkError {
  if (first === 'c' || first === 'user') return 'legacyChannel';
  if (first === 'watch') {
    const id = second ?? query.get('v');
    return id === null && query.has('list') ? 'playlist' : toVideo(id);
  }
  if (first === 'playlist' || (first === 'embed' && second === 'videoseries')) return 'playlist';
  // A link to a channel may end with the name of a tab, e.g. /@handle/videos.
  if (others.length > (first === 'channel' ? 1 : 0)) return 'malformedLink';
  if (first === 'channel') return toChannel(second);
  if (VIDEO_PAGES.includes(first)) return toVideo(second);
  const handle = HANDLE.exec(decode(first, MAX_ENCODED_HANDLE).normalize())?.[1];
  return handle === undefined ? 'malformedLink' : { kind: 'channel', handle };
}

function toVideo(id: string | null | undefined): VideoSource | LinkError {
  return typeof id === 'string' && VIDEO_ID.test(id) && !EMBED_PAGES.includes(id)
    ? { kind: 'video', id }
    : 'malformedLink';
}

const toChannel = (channelId = ''): VideoSource | LinkError =>
  CHANNEL_ID.test(channelId) ? { kind: 'channel', channelId } : 'malformedLink';

/**
 * Decodes percent-encoding. Returns an empty text if the text is too long, because normalization sorts the marks of a letter in quadratic
 * time.
 */
function decode(text: string, maxLength: number): string {
  if (text.length > maxLength) return '';
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
