import type { IncomingHttpHeaders } from 'node:http';
import { serve } from '../serve.ts';
import {
  createId,
  describeVideo,
  findRehearsal,
  findSize,
  MISSING_THUMBNAIL,
  renderAhead,
  renderThumbnail,
} from './thumbnails.ts';

export interface YoutubeStandIn {
  endpoint: string;
  close(): Promise<void>;
}

interface Answer {
  status: number;
  contentType: string;
  /** The body, or a function that renders the body. */
  body: string | Buffer | (() => Promise<Buffer>);
  location?: string;
}

const SLOW_MS = 5_000;
const INSTANT_ID = 'instant-001';

/** The videos without an image: a private video and a removed video. */
const WITHOUT_IMAGE: readonly unknown[] = ['private', 'deleted'];
const HD_SIZES: readonly unknown[] = ['maxresdefault', 'hq720'];

/**
 * Starts a stand-in for the parts of YouTube that the functions call: oEmbed, thumbnails, channel feeds and two calls of the Data API, all
 * on one host. Every valid id exists, except for the rehearsals.
 * @param options.instant sends the same image for every video, so that a test or a benchmark does not render.
 */
export async function startYoutube({ instant = false } = {}): Promise<YoutubeStandIn> {
  let lastRendering: Promise<unknown> = Promise.resolve();
  if (instant) renderAhead(INSTANT_ID);
  return serve('the YouTube stand-in', 0, async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const { status, contentType, body, location } = await answer(url, request.headers, instant);
    response.writeHead(status, { 'content-type': contentType, ...(location !== undefined && { location }) });
    if (typeof body !== 'function') response.end(body);
    else if (request.method === 'HEAD') response.end();
    else {
      // The headers are sent first, and the images are rendered one after the other. A client that has read the best size cancels the other
      // requests, whose images are then not rendered.
      response.flushHeaders();
      const rendering = lastRendering.then(() => (response.destroyed ? undefined : body()));
      lastRendering = rendering.catch(() => undefined);
      response.end(await rendering);
    }
  });
}

async function answer(url: URL, headers: IncomingHttpHeaders, instant: boolean): Promise<Answer> {
  const [, videoId, size] = /^\/vi\/([\w-]{11})\/(\w+)\.jpg$/.exec(url.pathname) ?? [];
  if (videoId !== undefined && size !== undefined) {
    return (await answerFault(videoId)) ?? answerThumbnail(videoId, size, instant);
  }
  switch (url.pathname) {
    case '/oembed': {
      const [, id] = /^https:\/\/www\.youtube\.com\/watch\?v=([\w-]{11})$/.exec(param(url, 'url')) ?? [];
      return id === undefined
        ? text(400, 'Bad Request')
        : ((await answerFault(id)) ?? answerOembed(id, instant));
    }
    case '/feeds/videos.xml':
      return answerFeed(param(url, 'channel_id'));
    case '/youtube/v3/channels':
      return requireKey(headers) ?? answerChannels(param(url, 'forHandle'));
    case '/youtube/v3/playlistItems':
      return requireKey(headers) ?? answerPlaylistItems(param(url, 'playlistId'));
    default:
      return text(501, `The YouTube stand-in does not implement ${url.pathname}.`);
  }
}

/** Returns the fault that applies to every request for a video. */
async function answerFault(videoId: string): Promise<Answer | undefined> {
  const rehearsal = findRehearsal(videoId);
  if (rehearsal === 'slowvid') await new Promise((resolve) => setTimeout(resolve, SLOW_MS).unref());
  if (rehearsal === 'err500') return text(500, '<html>Internal Server Error</html>');
  if (rehearsal === 'moved') return { ...text(302, ''), location: 'https://example.com/' };
  return undefined;
}

function answerThumbnail(videoId: string, name: string, instant: boolean): Answer {
  const rehearsal = findRehearsal(videoId);
  const size = findSize(name);
  const contentType = 'image/jpeg';
  const isMissing = WITHOUT_IMAGE.includes(rehearsal) || (rehearsal === 'lowres' && HD_SIZES.includes(name));
  if (size === undefined || isMissing) return { status: 404, contentType, body: MISSING_THUMBNAIL };
  if (rehearsal === 'htmljpg') return text(200, '<html>Before you continue to YouTube</html>');
  const body = async () => {
    const image = await renderThumbnail(instant ? INSTANT_ID : videoId, size);
    return rehearsal === 'halfjpg' ? image.subarray(0, image.length / 2) : image;
  };
  return { status: 200, contentType, body };
}

function answerOembed(videoId: string, instant: boolean): Answer {
  switch (findRehearsal(videoId)) {
    case 'private':
      return text(403, 'Forbidden');
    case 'deleted':
      return text(404, 'Not Found');
    case 'noembed':
      return text(401, 'Unauthorized');
    case 'nojson':
      return { ...text(200, '<html>Before you continue to YouTube</html>'), contentType: 'application/json' };
    default: {
      if (!instant) renderAhead(videoId);
      const { title, author } = describeVideo(videoId);
      return json(200, { title, author_name: author, type: 'video', version: '1.0' });
    }
  }
}

/** Returns the feed of a channel, with the newest video first. */
function answerFeed(channelId: string): Answer {
  if (!/^UC[\w-]{22}$/.test(channelId) || channelId.startsWith('UCmissing')) return text(404, 'Not Found');
  const ids = channelId.startsWith('UCempty') ? [] : [1, 2, 3].map((at) => createId(`${channelId}${at}`, 11));
  const entries = ids.map(
    (id) =>
      `<entry><id>yt:video:${id}</id><yt:videoId>${id}</yt:videoId><title>${describeVideo(id).title}</title></entry>`,
  );
  const body = `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns:yt="http://www.youtube.com/xml/schemas/2015" xmlns="http://www.w3.org/2005/Atom">
<yt:channelId>${channelId}</yt:channelId>${entries.join('\n')}</feed>`;
  return { status: 200, contentType: 'text/xml; charset=UTF-8', body };
}

function answerChannels(handle: string): Answer {
  if (handle.startsWith('@missing')) return json(200, { kind: 'youtube#channelListResponse', pageInfo: {} });
  const uploads = handle.startsWith('@empty') ? 'UUempty' : `UU${createId(handle, 22)}`;
  const contentDetails = { relatedPlaylists: { likes: '', uploads } };
  return json(200, {
    kind: 'youtube#channelListResponse',
    items: [{ kind: 'youtube#channel', id: uploads.replace('UU', 'UC'), contentDetails }],
  });
}

function answerPlaylistItems(playlistId: string): Answer {
  if (playlistId === 'UUempty') return apiError(404, 'playlistNotFound');
  const contentDetails = { videoId: createId(playlistId, 11), videoPublishedAt: '2026-11-01T12:00:00Z' };
  return json(200, {
    kind: 'youtube#playlistItemListResponse',
    items: [{ kind: 'youtube#playlistItem', id: createId(`item ${playlistId}`, 40), contentDetails }],
  });
}

function requireKey(headers: IncomingHttpHeaders): Answer | undefined {
  const key = headers['x-goog-api-key'];
  return key === undefined || key === '' ? apiError(403, 'forbidden') : undefined;
}

function apiError(code: number, reason: string): Answer {
  return json(code, { error: { code, message: reason, errors: [{ reason, domain: 'youtube' }] } });
}

function json(status: number, value: unknown): Answer {
  return { status, contentType: 'application/json; charset=UTF-8', body: JSON.stringify(value) };
}

function text(status: number, body: string): Answer {
  return { status, contentType: 'text/html; charset=utf-8', body };
}

function param(url: URL, name: string): string {
  return url.searchParams.get(name) ?? '';
}
