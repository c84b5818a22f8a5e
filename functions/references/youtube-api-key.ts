import * as z from 'zod/mini';
import type { VideoSource } from '../../contract/video-reference.ts';
import { CodedError } from '../shared/errors.ts';
import { errorTrace, logger } from '../shared/logger.ts';
import { readSecret } from '../shared/secrets-manager.ts';

/** A new key reaches a warm container within this time, in ms. */
const KEY_TTL_MS = 5 * 60_000;

/** The reference is a channel's handle, and the stage has no key of the YouTube Data API. */
export class UnsupportedHandleError extends CodedError {
  override name = 'UnsupportedHandleError';

  constructor() {
    super('invalid_request', { params: { field: 'prompt', reason: 'unsupportedHandle' } });
  }
}

const secretValue = z.object({ apiKey: z.string().check(z.trim(), z.minLength(1)) });

let cached: { key: string; expiresAt: number } | undefined;

/** The ARN of the secret, which the stage's setting `youtubeApiKey` creates. */
function findSecretArn(): string | undefined {
  return process.env['YOUTUBE_SECRET_ARN'];
}

/**
 * Checks that the stage can look up a reference. Makes no calls.
 * @throws UnsupportedHandleError
 */
export function requireSupported(reference: VideoSource): void {
  if ('handle' in reference && findSecretArn() === undefined) throw new UnsupportedHandleError();
}

/**
 * Reads the stage's key of the YouTube Data API, cached for five minutes.
 * @throws CodedError `reference_unavailable` if the key is not stored yet or cannot be read.
 */
export async function readYoutubeApiKey(): Promise<string> {
  if (cached !== undefined && cached.expiresAt > Date.now()) return cached.key;
  try {
    const { apiKey } = secretValue.parse(await readSecret(findSecretArn()));
    cached = { key: apiKey, expiresAt: Date.now() + KEY_TTL_MS };
    return apiKey;
  } catch (error) {
    logger.error('The key of the YouTube Data API cannot be read; see docs/deploy.md.', errorTrace(error));
    throw new CodedError('reference_unavailable', { params: { reason: 'unsupportedHandle' }, cause: error });
  }
}
