import type { ReferenceRequest } from '#contract/endpoints/reference-schemas.ts';
import type { ReadThumbnailResponse } from '#contract/endpoints/schemas.ts';
import {
  ConnectionError,
  hasCode,
  isOutcomeUnknown,
  isReferenceNotFound,
  UnexpectedResponseError,
  UserFacingError,
} from '../api/errors.ts';
import { loadErrorReader } from '../api/load-error-reader.ts';
import { readThumbnail, toThumbnail, withReference } from '../api/read-thumbnails.ts';
import { NOT_STARTED } from './generation.ts';
import type {
  CutoutGeneration,
  EditGeneration,
  End,
  Generation,
  ImageGeneration,
  ImageInput,
} from './generation.ts';
import { pollGeneration } from './poll-generation.ts';
import type { Answer, Requests } from './poll-generation.ts';
import { holdLock } from './sending-tabs.ts';
import { createCutout, createEdit, findVideoId, generateThumbnail } from './requests.ts';

/** The end of a generation. If it has an `expiredUploadId`, the same input can be sent again under another id. */
export type Outcome = End & { expiredUploadId?: string };

interface Following {
  signal: AbortSignal;
  /** Reports what the browser learns before the end. */
  onChange: (changes: Pick<Generation, 'line' | 'uploadId'>) => void;
}

/** Requests a generation, or resumes it if this page has not started it, and waits for its end. */
export function followGeneration(generation: Generation, following: Following): Promise<Outcome> {
  const outcome = findOutcome(generation, following);
  if (generation.input) void holdLock(generation.id, outcome);
  return outcome;
}

async function findOutcome(generation: Generation, following: Following): Promise<Outcome> {
  let uploadId: string | undefined;
  const onChange: Following['onChange'] = (changes) => {
    uploadId = changes.uploadId ?? uploadId;
    following.onChange(changes);
  };
  try {
    following.signal.throwIfAborted();
    return await follow(generation, { ...following, onChange });
  } catch (error) {
    const { kind, input, expiredUploadId } = generation;
    const canUpload =
      expiredUploadId === undefined && (kind === 'image' || (kind === 'cutout' && input?.upload));
    return canUpload && uploadId !== undefined && isReferenceNotFound(error)
      ? { error, expiredUploadId: uploadId }
      : { error };
  }
}

/** Follows a generation by its kind. No other function knows how the request of each kind differs. */
async function follow(generation: Generation, following: Following): Promise<End> {
  switch (generation.kind) {
    case 'image':
      return followImage(generation, following);
    case 'edit':
      return { versions: await followEdit(generation, following) };
    case 'cutout':
      await followCutout(generation, following);
      return {};
  }
}

async function followImage(
  { id, userId, setId, input, isRequested, expiredUploadId }: ImageGeneration,
  { signal, onChange }: Following,
): Promise<End> {
  const set = setId !== undefined && { setId };
  const send = async (wanted: ImageInput): Promise<Answer<End>> => {
    const reference = await prepareReference(wanted, expiredUploadId);
    if (reference?.kind === 'image') onChange({ uploadId: reference.id });
    signal.throwIfAborted();
    const { model } = wanted;
    const prompt = wanted.prompt.trim();
    const negativePrompt = wanted.negativePrompt.trim();
    const texts = {
      prompt,
      ...(negativePrompt !== '' && { negativePrompt }),
      ...(model !== undefined && { model }),
    };
    const response = await generateThumbnail(
      { ...texts, ...set, userId, generationId: id, ...(reference && { reference }) },
      signal,
    );
    if ('status' in response) return { line: response };
    const { imageURL: url, previewURL, name } = response;
    const thumbnail = {
      ...{ id, url, ...texts, ...set, ...withReference(reference) },
      ...(previewURL !== undefined && { previewURL }),
      ...(name !== undefined && { name }),
    };
    return { result: { thumbnail } };
  };
  const poll = async (): Promise<Answer<End>> => {
    const answer = await pollThumbnail(id, signal, userId);
    if (!('result' in answer)) return answer;
    const { url, designVersion } = answer.result;
    if (url === undefined) throw new UnexpectedResponseError();
    const thumbnail = toThumbnail({ ...answer.result, url });
    return { result: { thumbnail, ...(designVersion > 0 && { hasDesign: true }) } };
  };
  const onLineChange: Requests<unknown>['onLineChange'] = (line) => onChange({ line });
  const requests = { id, send: input && (() => send(input)), isRequested, poll, onLineChange };
  return pollGeneration(requests, signal);
}

/**
 * Waits for an upload that is still running. Looks up the newest video of a channel, because the server would need
 * further calls while it holds the credit.
 */
async function prepareReference(
  { video, channelUrl, image }: ImageInput,
  expiredId: string | undefined,
): Promise<ReferenceRequest | undefined> {
  if (image) return { kind: 'image', id: await image.upload.getId({ expiredId }), use: image.use };
  if (video?.kind !== 'video' || channelUrl === undefined) return video;
  const videoId = await findVideoId(channelUrl);
  return { ...video, ...(videoId !== undefined && { videoId }) };
}

/** @returns the thumbnail with its new version */
async function followEdit(
  { id, userId, thumbnailId = '', input, isRequested }: EditGeneration,
  { signal, onChange }: Following,
): Promise<ReadThumbnailResponse> {
  const send = async ({ baseId, operation }: NonNullable<typeof input>): Promise<Answer<unknown>> => {
    const response = await createEdit({ userId, thumbnailId, baseId, operation, editId: id }, signal);
    return 'status' in response ? { line: response } : { result: response };
  };
  await pollGeneration(
    {
      id,
      send: input && (() => send(input)),
      isRequested,
      poll: () => pollThumbnail(id, signal, userId),
      onLineChange: (line) => onChange({ line }),
    },
    signal,
  );
  // The edit is made and paid, so a retry has to keep its id.
  return readThumbnail(thumbnailId, signal, userId).catch((cause: unknown) => {
    throw new ConnectionError({ cause });
  });
}

/** The server lists no cut-out that is being made, so the same request is sent again until it tells the outcome. */
async function followCutout(
  { id, userId, input, isRequested, uploadId, expiredUploadId }: CutoutGeneration,
  { signal, onChange }: Following,
): Promise<void> {
  const referenceId = uploadId ?? (await input?.upload?.getId({ expiredId: expiredUploadId }));
  if (referenceId === undefined) throw NOT_STARTED;
  onChange({ uploadId: referenceId });
  signal.throwIfAborted();
  const body = {
    ...{ userId, referenceId, generationId: id, name: input?.name },
    ...(input?.isPicture === true && { keepsBackground: true }),
  };
  const send = async (): Promise<Answer<unknown>> => ({ result: await createCutout(body, signal) });
  const poll = () =>
    send().catch((error: unknown): Answer<unknown> => {
      if (hasCode(error, 'in_progress')) return { line: undefined };
      const isAnswer = error instanceof UserFacingError && !isOutcomeUnknown(error);
      if (!isAnswer || hasCode(error, 'too_many_requests', 'forbidden')) throw error;
      return { failure: error };
    });
  const requests = { id, send, isRequested, poll, onLineChange: () => undefined };
  await pollGeneration(requests, signal);
}

/** Reads how far an image or an edit is. */
async function pollThumbnail(
  ...request: Parameters<typeof readThumbnail>
): Promise<Answer<ReadThumbnailResponse>> {
  const state = await readThumbnail(...request);
  switch (state.status) {
    case 'succeeded':
      return { result: state };
    case 'failed':
      return { failure: (await loadErrorReader()).readFailure(state) };
    case 'waiting':
      return { line: state };
    default:
      return { line: undefined };
  }
}
