import { setTimeout as delay } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import * as mini from 'zod/mini';
import { UnexpectedAnswerError, type SiteClient } from './site-client.ts';
import type { SignedInUser } from './temporary-user.ts';

/** Longer than the longest time that a generation waits for a model, in milliseconds. */
const WAIT_MS = 10 * 60_000;
const POLL_MS = 1_000;

const accepted = mini.object({ generationId: mini.string() });
const generation = mini.object({
  status: mini.string(),
  url: mini.optional(mini.string()),
  previewURL: mini.optional(mini.string()),
  code: mini.optional(mini.string()),
});

/**
 * Generates one thumbnail as the site does. While the models are busy the generation waits in line.
 * @returns the id, and the signed URLs of the image and of its preview, if there is one.
 * @throws UnexpectedAnswerError for any other outcome than an image; the site's errors.
 */
export async function generateThumbnail(
  site: SiteClient,
  { id: userId, token }: SignedInUser,
  prompt: string,
): Promise<{ id: string; url: string; previewURL: string | undefined }> {
  const body = { prompt, userId, generationId: randomUUID() };
  const { generationId: id } = await site.call('generateThumbnail', accepted, { token, body });
  const deadline = Date.now() + WAIT_MS;
  while (Date.now() < deadline) {
    const { status, url, previewURL, code } = await site.call('readThumbnail', generation, {
      token,
      params: { id },
    });
    if (status === 'succeeded' && url !== undefined) return { id, url, previewURL };
    if (status === 'failed') throw new UnexpectedAnswerError(`The generation failed: ${code ?? 'no code'}.`);
    await delay(POLL_MS);
  }
  throw new UnexpectedAnswerError(`The generation did not end within ${WAIT_MS / 60_000} minutes.`);
}
