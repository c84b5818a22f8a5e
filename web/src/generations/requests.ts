import type { EndpointInput } from '#contract/endpoints/endpoint-types.ts';
import type { GenerateThumbnailResponse } from '#contract/endpoints/generation-schemas.ts';
import { UnexpectedResponseError } from '../api/errors.ts';
import { LONG_TIMEOUT_MS, request } from '../api/request.ts';

type Body<Name extends 'generateThumbnail' | 'createEdit' | 'createCutout'> = EndpointInput<Name>['body'];

/** Another user may have signed in in another tab a moment ago: nothing is asked for with the token of that user. */
const optionsOf = ({ userId }: { userId: string }, signal: AbortSignal) => ({
  signal,
  userId,
  timeoutMs: LONG_TIMEOUT_MS,
});

/**
 * Requests an image, which costs credits. The same request may be sent twice.
 * @returns the image, or a generation that waits in line.
 * @throws the errors of `request`; UnexpectedResponseError when a 2xx response is neither.
 */
export async function generateThumbnail(
  body: Body<'generateThumbnail'>,
  signal: AbortSignal,
): Promise<GenerateThumbnailResponse> {
  const response: unknown = await request('generateThumbnail', { body }, optionsOf(body, signal));
  if (!isExpected(response)) throw new UnexpectedResponseError();
  return response;
}

const isExpected = (response: unknown): response is GenerateThumbnailResponse =>
  typeof response === 'object' &&
  response !== null &&
  (('imageURL' in response && typeof response.imageURL === 'string') ||
    ('status' in response && response.status === 'waiting'));

/** Changes an image of a thumbnail, which costs credits. The same request may be sent twice. */
export const createEdit = (body: Body<'createEdit'>, signal: AbortSignal) =>
  request('createEdit', { body }, optionsOf(body, signal));

/** Removes the background of an uploaded image, which costs credits, or stores a picture. The same request may be sent twice. */
export const createCutout = (body: Body<'createCutout'>, signal: AbortSignal) =>
  request('createCutout', { body }, optionsOf(body, signal));

const lookups = new Map<string, Promise<string | undefined>>();

/** Finds the video behind a link. Undefined if it cannot be found now. Simultaneous calls share one lookup. */
export function findVideoId(url: string): Promise<string | undefined> {
  const lookup =
    lookups.get(url) ??
    request('readVideoReference', { query: { url } })
      .then(
        ({ videoId }) => videoId,
        () => undefined,
      )
      .finally(() => lookups.delete(url));
  lookups.set(url, lookup);
  return lookup;
}
