import { InvokeModelCommand, ThrottlingException } from '@aws-sdk/client-bedrock-runtime';
import { GetObjectCommand, NoSuchKey } from '@aws-sdk/client-s3';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { API_ERRORS, type ErrorCode, type ErrorParams } from '#contract/errors.ts';
import { fetchVideoReference } from '../../functions/images/references/fetch-video-reference.ts';
import { UnsupportedHandleError } from '../../functions/images/references/newest-video.ts';
import { CodedError, TooManyRequestsError } from '../../functions/platform/errors.ts';
import { JPEGS } from '../support/jpegs.ts';
import {
  bedrock,
  callsMade,
  cloudWorks,
  ledgerEntries,
  listAssignments,
  modelsAsked,
  regionsAsked,
  s3,
  settledAttributes,
  transactions,
} from './support/cloud.ts';
import { errorBody, USER } from './support/event.ts';
import { generate, REFUNDED, SPENT } from './support/generation.ts';
import { rawAnswer, fileAnswer } from './support/models.ts';

// Before the import of the handler, which reads the key at once.
await vi.hoisted(async () => {
  (await import('./support/image-key.ts')).answerImageKey();
});

vi.mock('../../functions/images/references/fetch-video-reference.ts', () => ({
  fetchVideoReference: vi.fn(),
}));

const VIDEO = 'dQw4w9WgXcQ';
const LINK = `https://youtu.be/${VIDEO}`;
const CHANNEL_ID = 'UCuAXFkgsw1L7xaCfnd5JJOw';
const CHANNEL = `https://www.youtube.com/channel/${CHANNEL_ID}`;
const HANDLE = 'https://www.youtube.com/@creator';
const IMAGE = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const style = { kind: 'image', id: IMAGE, use: 'style' };
const layout = { kind: 'image', id: IMAGE, use: 'layout' };
const thumbnail = { kind: 'thumbnail', id: IMAGE, use: 'layout' };
const THUMBNAIL_KEY = `images/${USER}/${IMAGE}.png`;
const jpeg = JPEGS.baseline;

const fetchVideo = vi.mocked(fetchVideoReference);
const foundVideo = (title?: string) => ({ videoId: VIDEO, title, image: jpeg });
const loadedLink = () => fetchVideo.mock.calls.map(([, reference]) => reference);

beforeEach(() => {
  vi.restoreAllMocks();
  cloudWorks();
  s3.on(GetObjectCommand).resolves(fileAnswer(jpeg));
  fetchVideo.mockReset().mockResolvedValue(foundVideo('The title'));
});

describe('the calls of a generation with a reference', () => {
  it.each([
    ['a link', { prompt: LINK }, []],
    ['an image', { reference: style }, [`references/${USER}/${IMAGE}`]],
    ['an earlier thumbnail', { reference: thumbnail }, [THUMBNAIL_KEY]],
  ])('are five with %s: reserve, fetch, invoke, put, settle', async (_, changes, keys) => {
    const before: string[][] = [];
    fetchVideo.mockImplementation(() => {
      before.push(callsMade());
      return Promise.resolve(foundVideo('The title'));
    });

    expect(await generate(changes)).toMatchObject({ status: 200 });

    expect(before).toEqual(keys.length === 0 ? [['TransactWriteCommand']] : []);
    expect(callsMade()).toEqual([
      'TransactWriteCommand',
      ...keys.map(() => 'GetObjectCommand'),
      'InvokeModelCommand',
      'PutObjectCommand',
      'UpdateCommand',
    ]);
    expect(s3.commandCalls(GetObjectCommand).map(({ args: [{ input }] }) => input.Key)).toEqual(keys);
  });

  it('give the fetch at most 3 s, and leave the time for the last steps', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] });
    const timeout = vi.spyOn(AbortSignal, 'timeout');

    await generate({ prompt: LINK }, { remainingMs: 28_000 });

    expect(timeout.mock.calls).toEqual([[24_000], [3_000], [2_000], [25_500]]);
  });
});

describe('the model and the record', () => {
  const image = jpeg.toString('base64');
  const common = { output_format: 'png', seed: expect.any(Number) as number, image };
  const styleBody = { ...common, aspect_ratio: '16:9', fidelity: 0.5 };
  const video = { kind: 'video', videoId: VIDEO };

  it.each<[string, { prompt: string; [field: string]: unknown }, object, object, [string, number]]>([
    [
      "the video's title for a link and a filler",
      { prompt: `${LINK} \u3164` },
      { ...styleBody, prompt: 'The title' },
      video,
      ['us.style', 1],
    ],
    [
      "the video's title for a link alone",
      { prompt: LINK },
      { ...styleBody, prompt: 'The title' },
      video,
      ['us.style', 1],
    ],
    [
      'the words beside a link, the fidelity and the negative prompt',
      { prompt: `a castle ${LINK}`, negativePrompt: 'fog', reference: { kind: 'video', fidelity: 0.3 } },
      { ...styleBody, prompt: 'a castle', negative_prompt: 'fog', fidelity: 0.3 },
      video,
      ['us.style', 1],
    ],
    [
      'an image as style',
      { prompt: 'a castle', reference: style },
      { ...styleBody, prompt: 'a castle' },
      { kind: 'image', use: 'style' },
      ['us.style', 1],
    ],
    [
      'an image as layout, which keeps its shape',
      { prompt: 'a castle', reference: layout },
      { ...common, prompt: 'a castle', control_strength: 0.7 },
      { kind: 'image', use: 'layout' },
      ['us.layout', 2],
    ],
    [
      'an earlier thumbnail, with the fidelity',
      { prompt: 'a castle', reference: { ...thumbnail, fidelity: 0.2 } },
      { ...common, prompt: 'a castle', control_strength: 0.2 },
      thumbnail,
      ['us.layout', 2],
    ],
  ])('get %s', async (_, changes, request, reference, [model, cost]) => {
    expect(await generate({ ...changes, model: 'not in the pool' })).toMatchObject({ status: 200 });

    expect(modelsAsked()).toEqual([{ model, request }]);
    expect(transactions()[0]?.find(({ Put }) => Put?.TableName === 'thumbnails')?.Put?.Item).toMatchObject({
      prompt: changes.prompt,
      model,
      cost,
    });
    const name = reference === video && { name: 'prompt' in request && request.prompt };
    expect(settledAttributes()).toMatchObject({ reference, model, ...name });
    expect(ledgerEntries()).toEqual(SPENT);
  });

  it('of the next region, then of the next model with the same cost, are tried', async () => {
    bedrock.on(InvokeModelCommand).rejects(new ThrottlingException({ message: 'busy', $metadata: {} }));

    expect(await generate({ prompt: LINK })).toMatchObject({
      status: 503,
      body: { code: 'model_unavailable' },
    });

    const regions = await regionsAsked();
    expect(modelsAsked().map(({ model }, at) => [model, regions[at]])).toEqual([
      ['us.style', 'us-west-2'],
      ['us.style', 'us-east-2'],
      ['us.style-two', 'us-east-1'],
    ]);
    expect(fetchVideo).toHaveBeenCalledOnce();
    expect(ledgerEntries()).toEqual(REFUNDED);
  });
});

describe('the video of a channel', () => {
  it.each([
    ['the newest video', undefined, { kind: 'channel', channelId: CHANNEL_ID }],
    ['the video that the page showed', VIDEO, { kind: 'video', id: VIDEO }],
  ])('is %s', async (_, videoId, loaded) => {
    await generate({ prompt: CHANNEL, reference: { kind: 'video', videoId } });

    expect(loadedLink()).toEqual([loaded]);
  });
});

it.each([
  ['The prompt has more than one link', `${LINK} ${CHANNEL}`, undefined],
  // The stage has no key of the YouTube Data API.
  [
    "Channel links with an @name do not work here; paste a /channel/ link or a link to one of the channel's videos.",
    HANDLE,
    undefined,
  ],
  ['A link to a playlist cannot be used', 'https://youtube.com/playlist?list=PL1', undefined],
  ['The prompt has a link to another site', '[a castle](https://example.com)', undefined],
  ['prompt must contain the link', 'a castle', { kind: 'video' }],
  ['reference: choose either the link in the prompt or the image', LINK, style],
  ['reference: choose either the link in the prompt or the thumbnail', LINK, thumbnail],
  ['reference.videoId must be', LINK, { kind: 'video', videoId: 'aaaaaaaaaaa' }],
])('answers 400 "%s…" to "%s" with %j before any call', async (reason, prompt, reference) => {
  const { status, body } = await generate({ prompt, reference });

  expect({ status, code: body['code'] }).toEqual({ status: 400, code: 'invalid_request' });
  expect(body['error']).toContain(reason);
  expect([callsMade(), loadedLink()]).toEqual([[], []]);
});

describe('a reference that cannot be used', () => {
  const failVideo = (error: Error) => () => fetchVideo.mockRejectedValue(error);
  const declineImage = () =>
    bedrock.on(InvokeModelCommand).resolves(rawAnswer('{"finish_reasons":["Filter reason: input image"]}'));
  const expireImage = () => s3.on(GetObjectCommand).rejects(new NoSuchKey({ message: '', $metadata: {} }));
  const privateVideo = new CodedError('reference_not_found', { params: { reason: 'privateVideo' } });
  const tooManyHandles = new TooManyRequestsError(60, 'channelHandles');
  const notFound = 'reference_not_found';

  it.each<[string, object, () => unknown, ErrorCode, ErrorParams?]>([
    ['a private video', { prompt: LINK }, failVideo(privateVideo), notFound, { reason: 'privateVideo' }],
    [
      'a site that does not answer',
      { prompt: LINK },
      failVideo(new CodedError('reference_unavailable')),
      'reference_unavailable',
    ],
    [
      'a link alone to a video without a title',
      { prompt: LINK },
      () => fetchVideo.mockResolvedValue(foundVideo()),
      notFound,
      { reason: 'untitledVideo' },
    ],
    [
      'a link alone to a video whose title is a filler',
      { prompt: LINK },
      () => fetchVideo.mockResolvedValue(foundVideo('\u3164')),
      notFound,
      { reason: 'untitledVideo' },
    ],
    [
      'the handle of a channel on a stage that cannot look it up',
      { prompt: CHANNEL },
      failVideo(new UnsupportedHandleError()),
      notFound,
      { field: 'prompt', reason: 'unsupportedHandle' },
    ],
    [
      'too many handles of channels',
      { prompt: CHANNEL },
      failVideo(tooManyHandles),
      notFound,
      { reason: 'channelHandles', seconds: 60 },
    ],
    ['an expired image', { reference: style }, expireImage, notFound, { reason: 'expiredImage' }],
    [
      'an image that the model declines',
      { reference: style },
      declineImage,
      'content_filtered',
      { reason: 'declinedImage' },
    ],
    ['an unknown error', { prompt: LINK }, failVideo(new TypeError('secret')), 'internal'],
  ])('because of %s is refunded and explained, and the record has the reason', async (...row) => {
    const [, changes, prepare, code, params] = row;
    prepare();

    expect(await generate({ ...changes })).toMatchObject({
      status: API_ERRORS[code].status,
      body: errorBody(code, { ...(params && { params }), charge: 'refunded' }),
    });

    expect(ledgerEntries()).toEqual(REFUNDED);
    expect(modelsAsked()).toHaveLength(code === 'content_filtered' ? 1 : 0);
    const refund = transactions()[1]?.find(({ Update }) => Update?.TableName === 'thumbnails');
    const { failure, failureParams } = listAssignments(refund?.Update);
    expect({ failure, failureParams }).toEqual({ failure: code, failureParams: params });
  });
});
