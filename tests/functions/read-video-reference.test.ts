import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { handler } from '../../functions/api/read-video-reference.ts';
import { readJpeg } from '../../functions/platform/jpeg.ts';
import { dynamodb, resetCloud } from './support/cloud.ts';
import { call, USER } from './support/event.ts';
import { useYoutube } from './support/youtube.ts';

const { calls } = useYoutube();
const lookUp = (url: string | undefined, more: Record<string, string> = {}) =>
  call(handler, {
    routeKey: 'GET /api/video-reference',
    query: { ...(url !== undefined && { url }), ...more },
  });

beforeEach(() => {
  resetCloud();
  dynamodb.on(GetCommand).resolves({});
  dynamodb.on(UpdateCommand).resolves({});
});

describe('looking up the video of a link', () => {
  it('answers with what the page shows, with one request for the details and one for the image', async () => {
    const { status, body } = await lookUp('https://www.youtube.com/watch?t=3&v=aaaaaaaaaaa');

    expect({ status, body }).toEqual({
      status: 200,
      body: {
        kind: 'video',
        videoId: 'aaaaaaaaaaa',
        title: expect.stringMatching(/\w/) as string,
        author: expect.stringMatching(/\w/) as string,
        thumbnailURL: 'https://i.ytimg.com/vi/aaaaaaaaaaa/mqdefault.jpg',
      },
    });
    expect(calls.map(({ url, init }) => `${init.method} ${url.pathname}`)).toEqual([
      'GET /oembed',
      'HEAD /vi/aaaaaaaaaaa/mqdefault.jpg',
    ]);
  });

  it('answers with the newest video of a channel', async () => {
    const { body } = await lookUp('youtube.com/channel/UCchannel000000000000000');

    expect(body).toMatchObject({ kind: 'channel', videoId: expect.stringMatching(/^[\w-]{11}$/) as string });
  });

  it('has no title when embedding is disabled', async () => {
    const { status, body } = await lookUp('youtu.be/noembed-001');

    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(['kind', 'videoId', 'thumbnailURL']);
  });

  it.each([
    ['no url', undefined, 'url must be text'],
    ['a text', 'a cat', 'url must be a link to a YouTube video or channel'],
    ['a link and words', 'youtu.be/aaaaaaaaaaa cat', 'url must be a link to a YouTube video or channel'],
    [
      'another site',
      'https://evil.com',
      'The prompt has a link to another site; only links to YouTube videos and channels can be used.',
    ],
    [
      'a handle, because the stage has no key',
      'youtube.com/@creator',
      "Channel links with an @name do not work here; paste a /channel/ link or a link to one of the channel's videos.",
    ],
  ])('answers with 400 for %s', async (_, url, error) => {
    expect(await lookUp(url)).toMatchObject({ status: 400, body: { code: 'invalid_request', error } });
    expect(calls).toEqual([]);
  });

  it.each([
    ['422 for a private video', 'private-001', 422, 'This video is private.'],
    ['422 for a removed video', 'deleted-001', 422, 'This video does not exist, or it was removed.'],
    ['503 when YouTube fails', 'err500--001', 503, 'YouTube does not answer at the moment.'],
    ['503 when YouTube sends no JSON', 'nojson--001', 503, 'YouTube does not answer at the moment.'],
  ])('answers with %s', async (_, id, status, error) => {
    expect(await lookUp(`youtu.be/${id}`)).toMatchObject({ status, body: { error } });
  });
});

describe('a repeated lookup', () => {
  it('is answered from the cache for five minutes, and counts against the rate limit', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const first = await lookUp('youtu.be/bbbbbbbbbbb');
    expect(await lookUp('https://m.youtube.com/shorts/bbbbbbbbbbb')).toEqual(first);
    expect(calls).toHaveLength(2);
    expect(dynamodb.commandCalls(UpdateCommand).map(({ args: [{ input }] }) => input.Key)).toMatchObject([
      { subject: `videoReferences#${USER}` },
      { subject: `videoReferences#${USER}` },
    ]);

    vi.setSystemTime(Date.now() + 300_001);
    await lookUp('youtu.be/bbbbbbbbbbb');
    expect(calls).toHaveLength(4);
  });

  it('is refused above the rate limit, also from the cache', async () => {
    await lookUp('youtu.be/ccccccccccc');
    dynamodb.on(UpdateCommand).rejects(new ConditionalCheckFailedException({ message: 'x', $metadata: {} }));

    expect(await lookUp('youtu.be/ccccccccccc')).toMatchObject({
      status: 429,
      body: { error: expect.stringMatching(/^You have looked up too many videos in a minute/) as string },
    });
  });

  it('asks YouTube again after a failure', async () => {
    await lookUp('youtu.be/err500--002');
    await lookUp('youtu.be/err500--002');

    expect(calls).toHaveLength(4);
  });
});

describe('a lookup with pixels', () => {
  const WITH_PIXELS = { pixels: 'true' };

  it('also answers with the image that the page shows, which no cache keeps', async () => {
    const { body: details } = await lookUp('youtu.be/ddddddddddd');
    calls.length = 0;
    const { status, body } = await lookUp('youtu.be/ddddddddddd', WITH_PIXELS);
    await lookUp('youtu.be/ddddddddddd', WITH_PIXELS);

    const { image, ...rest } = body as { image: string };
    expect({ status, rest }).toEqual({ status: 200, rest: details });
    expect(readJpeg(Buffer.from(image, 'base64'))).toMatchObject({ width: 320, height: 180 });
    const requests = ['GET /oembed', 'GET /vi/ddddddddddd/mqdefault.jpg'];
    expect(calls.map(({ url, init }) => `${init.method} ${url.pathname}`)).toEqual([
      ...requests,
      ...requests,
    ]);
  });

  it.each([
    ['422 for a private video', 'private-001', 422, 'This video is private.'],
    ['422 for a removed video', 'deleted-001', 422, 'This video does not exist, or it was removed.'],
    ['503 when the image is damaged', 'halfjpg-001', 503, 'YouTube does not answer at the moment.'],
  ])('answers with %s', async (_, id, status, error) => {
    expect(await lookUp(`youtu.be/${id}`, WITH_PIXELS)).toMatchObject({ status, body: { error } });
  });

  it('answers with 400 for another value than true', async () => {
    expect(await lookUp('youtu.be/aaaaaaaaaaa', { pixels: '1' })).toMatchObject({
      status: 400,
      body: { error: 'pixels must be true or absent' },
    });
  });
});
