import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import jpeg from 'jpeg-js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { VideoSource } from '#contract/video-reference.ts';
import { fetchVideoReference } from '../../../../functions/images/references/fetch-video-reference.ts';
import { timedOut } from '../../support/aws-errors.ts';
import { cloudWorks, dynamodb } from '../../support/cloud.ts';
import { USER } from '../../support/event.ts';
import { spies } from '../../support/metric-spies.ts';
import { useYoutube } from '../../support/youtube.ts';
import { mockService } from '../../support/mock-service.ts';

const { calls, shortenTimeouts } = useYoutube();
const never = new AbortController().signal;
const fetchReference = (reference: VideoSource) => fetchVideoReference(USER, reference, never);
const fetchVideo = (id: string) => fetchReference({ kind: 'video', id });
const failures = () => spies['countReferenceFailure']?.mock.calls.flat() ?? [];

describe('fetching a video', () => {
  it('returns its title and its largest thumbnail, in one step of parallel requests', async () => {
    const { videoId, title, image } = await fetchVideo('dQw4w9WgXcQ');

    expect(videoId).toBe('dQw4w9WgXcQ');
    expect(title).toMatch(/\w/);
    expect(jpeg.decode(image)).toMatchObject({ width: 1280, height: 720 });
    expect(calls.map(({ url }) => url.href)).toEqual([
      'https://www.youtube.com/oembed?format=json&url=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3DdQw4w9WgXcQ',
      'https://i.ytimg.com/vi/dQw4w9WgXcQ/maxresdefault.jpg',
      'https://i.ytimg.com/vi/dQw4w9WgXcQ/hq720.jpg',
      'https://i.ytimg.com/vi/dQw4w9WgXcQ/sddefault.jpg',
      'https://i.ytimg.com/vi/dQw4w9WgXcQ/hqdefault.jpg',
    ]);
    expect(calls.every(({ init }) => init.redirect === 'error' && init.signal?.aborted)).toBe(true);
    expect(failures()).toEqual([]);
  });

  it('crops the black bars of a thumbnail of 4:3', async () => {
    const { image } = await fetchVideo('lowres--004');

    const { width, height, data } = jpeg.decode(image);
    expect({ width, height }).toEqual({ width: 640, height: 360 });
    const brightest = (row: number) =>
      Math.max(...data.subarray(row * width * 4, (row + 1) * width * 4).filter((_, at) => at % 4 < 3));
    // The rows of a bar are at most 2 bright.
    expect(Math.min(brightest(0), brightest(height - 1))).toBeGreaterThan(10);
  });

  it.each([
    ['embedding is disabled', 'noembed-001', []],
    ['YouTube answers with a page instead of JSON', 'nojson--001', ['content']],
  ])('returns the image without a title when %s', async (_, id, reasons) => {
    expect(await fetchVideo(id)).toMatchObject({ title: undefined, image: expect.any(Buffer) as Buffer });
    expect(failures()).toEqual(reasons);
  });

  it.each([
    ['private', 'private-001', 'This video is private.'],
    ['removed', 'deleted-001', 'This video does not exist, or it was removed.'],
  ])('says that a video is %s', async (_, id, message) => {
    await expect(fetchVideo(id)).rejects.toMatchObject({ code: 'reference_not_found', message });
    expect(failures()).toEqual([]);
  });

  it.each([
    ['answers with 500', 'err500--001', 'status'],
    ['sends half an image', 'halfjpg-001', 'content'],
    ['sends another content type', 'htmljpg-001', 'content'],
    ['redirects', 'moved---001', 'network'],
  ])('fails and counts the failure when YouTube %s', async (_, id, reason) => {
    await expect(fetchVideo(id)).rejects.toMatchObject({
      code: 'reference_unavailable',
      message: 'YouTube does not answer at the moment.',
    });
    expect(new Set(failures())).toEqual(new Set([reason]));
    expect(calls).toHaveLength(5);
  });

  it('fails when YouTube does not answer within three seconds', async () => {
    shortenTimeouts();

    await expect(fetchVideo('slowvid-001')).rejects.toMatchObject({ code: 'reference_unavailable' });
    expect(new Set(failures())).toEqual(new Set(['timeout']));
  });

  it("fails when the caller's time is over", async () => {
    shortenTimeouts();
    const over = AbortSignal.timeout(1_000);

    await expect(fetchVideoReference(USER, { kind: 'video', id: 'slowvid-002' }, over)).rejects.toMatchObject(
      {
        code: 'reference_unavailable',
      },
    );
  });

  const grey = jpeg.encode({ width: 120, height: 90, data: Buffer.alloc(43_200, 0xcc) }, 80).data;
  it.each<[string, ConstructorParameters<typeof Response>[0], string]>([
    ['the grey image with a status of success', grey, 'reference_not_found'],
    ['more than 2 MB', Buffer.alloc(2_000_001, grey), 'reference_unavailable'],
    ['a PNG as a JPEG', '\x89PNG', 'reference_unavailable'],
    ['no body', null, 'reference_unavailable'],
  ])('refuses %s as a thumbnail', async (_, body, code) => {
    const headers = { 'content-type': 'image/jpeg' };
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, { headers })));

    await expect(fetchVideo('dQw4w9WgXcQ')).rejects.toMatchObject({ code });
  });
});

describe('fetching the newest video of a channel', () => {
  const channel = (word: string): VideoSource => ({
    kind: 'channel',
    channelId: `UC${word}`.padEnd(24, '0'),
  });
  const handle = (name: string): VideoSource => ({ kind: 'channel', handle: name });
  const paths = () => calls.map(({ url }) => url.pathname);

  it('reads the public feed of a channel id', async () => {
    const { videoId } = await fetchReference(channel('maker'));

    expect(videoId).toMatch(/^[\w-]{11}$/);
    expect(calls[0]?.url.href).toBe(
      'https://www.youtube.com/feeds/videos.xml?channel_id=UCmaker00000000000000000',
    );
    expect(paths()[1]).toBe('/oembed');
    expect(paths()[2]).toBe(`/vi/${videoId}/maxresdefault.jpg`);
  });

  it.each([
    ['does not exist', 'missing', 'This channel does not exist.'],
    ['has no videos', 'empty', 'This channel has no public videos.'],
  ])('says that a channel %s', async (_, word, message) => {
    await expect(fetchReference(channel(word))).rejects.toMatchObject({
      code: 'reference_not_found',
      message,
    });
  });

  it('asks for a link to a video when the stage has no key for handles', async () => {
    await expect(fetchReference(handle('creator'))).rejects.toMatchObject({
      code: 'invalid_request',
      message:
        "Channel links with an @name do not work here; paste a /channel/ link or a link to one of the channel's videos.",
    });
    expect(calls).toEqual([]);
  });

  describe('with a key of the YouTube Data API', () => {
    const secrets = mockService(SecretsManagerClient);
    let now = Date.now();
    beforeEach(() => {
      cloudWorks();
      secrets.reset();
      secrets.on(GetSecretValueCommand).resolves({ SecretString: '{"apiKey":" key-1 "}' });
      vi.stubEnv('YOUTUBE_SECRET_ARN', 'arn:secret:youtube');
      // The key and the channels of an earlier test have expired.
      now += 2 * 3_600_000;
      vi.useFakeTimers({ toFake: ['Date'], now });
    });
    afterEach(() => {
      vi.useRealTimers();
      vi.unstubAllEnvs();
    });

    it('looks up a handle, and never puts the key into an address', async () => {
      const { videoId } = await fetchReference(handle('創作者'));

      expect(videoId).toMatch(/^[\w-]{11}$/);
      const [channels, uploads, ...others] = calls;
      expect(channels?.url.href).toMatch('https://www.googleapis.com/youtube/v3/channels?');
      expect(channels?.url.searchParams.get('forHandle')).toBe('@創作者');
      expect(uploads?.url.pathname).toBe('/youtube/v3/playlistItems');
      expect(uploads?.init.headers).toMatchObject({ 'x-goog-api-key': 'key-1' });
      expect(calls.some(({ url }) => url.href.includes('key-1'))).toBe(false);
      expect(JSON.stringify(others)).not.toContain('key-1');
    });

    it.each([
      ['does not exist', 'missing', 'This channel does not exist.'],
      ['has no videos', 'empty', 'This channel has no public videos.'],
    ])('says that the channel of a handle %s', async (_, name, message) => {
      await expect(fetchReference(handle(name))).rejects.toMatchObject({
        code: 'reference_not_found',
        message,
      });
    });

    it('asks for the newest video of a handle once in an hour, and counts what it asks for', async () => {
      const first = await fetchReference(handle('Hourly'));
      calls.length = 0;
      expect((await fetchReference(handle('hourly'))).videoId).toBe(first.videoId);
      expect(calls.some(({ url }) => url.hostname === 'www.googleapis.com')).toBe(false);
      expect(dynamodb.commandCalls(UpdateCommand).map(({ args: [{ input }] }) => input.Key)).toEqual([
        {
          subject: `channelHandles#${USER}`,
          window: `${new Date(now).toISOString().slice(0, 10)}T00:00:00.000Z`,
        },
      ]);

      vi.setSystemTime(now + 3_600_001);
      await fetchReference(handle('hourly'));
      expect(calls.filter(({ url }) => url.hostname === 'www.googleapis.com')).toHaveLength(2);
    });

    it('refuses a handle above the limit of the user, before the API is called', async () => {
      dynamodb.on(UpdateCommand).rejects(new ConditionalCheckFailedException({ message: '', $metadata: {} }));

      await expect(fetchReference(handle('another'))).rejects.toMatchObject({
        code: 'too_many_requests',
        message: expect.stringMatching(/^You have looked up too many channels today\. /) as string,
      });
      expect(calls).toEqual([]);
    });

    it('reads the key once in five minutes', async () => {
      await fetchReference(handle('creator'));
      await fetchReference(handle('maker'));

      expect(secrets.commandCalls(GetSecretValueCommand)).toHaveLength(1);
    });

    it.each([
      ['the secret has no key yet', () => secrets.on(GetSecretValueCommand).resolves({ SecretString: '{}' })],
      ['the secret cannot be read', () => secrets.on(GetSecretValueCommand).rejects(timedOut())],
    ])('asks for a link to a video when %s', async (_, prepare) => {
      prepare();

      await expect(fetchReference(handle('creator'))).rejects.toMatchObject({
        code: 'reference_unavailable',
        message:
          "Channel links with an @name do not work here; paste a /channel/ link or a link to one of the channel's videos.",
      });
    });
  });
});
