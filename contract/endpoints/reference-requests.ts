/** The upload of a reference image, and the lookup of a video. */
import * as z from 'zod/mini';
import { LIMITS } from '../limits.ts';
import { LINK_REASONS } from '../link-reasons.ts';
import { parseVideoReference, type VideoSource } from '../video-reference.ts';

export const createReferenceImageRequest = z.object(
  {
    /** The format of the upload. The browser converts a picture to PNG and any other image to JPEG, which also removes the metadata. */
    contentType: z.enum(['image/jpeg', 'image/png'], 'contentType must be image/jpeg or image/png'),
    bytes: z
      .int('bytes must be a whole number')
      .check(
        z.minimum(1, 'bytes must be at least 1'),
        z.maximum(LIMITS.referenceBytes, `bytes must be at most ${LIMITS.referenceBytes}`),
      ),
  },
  'the body must be a JSON object',
);

/** `upload` describes a PUT of exactly the stated number of bytes with these headers. */
export const createReferenceImageResponse = z.object({
  id: z.string(),
  upload: z.object({ url: z.string(), headers: z.record(z.string(), z.string()) }),
});

/** Accepts a link to a video or a channel without any other text. */
const videoLink = z.pipe(
  z.string('url must be text').check(z.maxLength(LIMITS.promptLength, 'url is too long')),
  z.transform((url, context): VideoSource => {
    const parsed = parseVideoReference(url);
    if ('reference' in parsed && parsed.reference !== undefined && parsed.text === '')
      return parsed.reference;
    const message =
      'error' in parsed
        ? `${LINK_REASONS[parsed.error]}.`
        : 'url must be a link to a YouTube video or channel';
    context.issues.push({ code: 'custom', message, input: url });
    return z.NEVER;
  }),
);

export const readVideoReferenceRequest = z.object({
  url: videoLink,
  /** `true` asks for the pixels of the thumbnail, because YouTube lets no other site read them in a browser. */
  pixels: z.optional(z.literal('true', 'pixels must be true or absent')),
});

export const readVideoReferenceResponse = z.object({
  kind: z.enum(['video', 'channel']),
  /** The id of the video. For a channel, the newest video of the channel. */
  videoId: z.string(),
  /** The title of the video. Absent if the owner disabled embedding. */
  title: z.optional(z.string()),
  author: z.optional(z.string()),
  /** The URL of a JPEG of 320 x 180 pixels. */
  thumbnailURL: z.string(),
  /** The JPEG of `thumbnailURL` in Base64. Absent unless the request asks for the pixels. */
  image: z.optional(z.string()),
});
export type ReadVideoReferenceResponse = z.infer<typeof readVideoReferenceResponse>;

export const createReferenceImageSchemas = {
  body: createReferenceImageRequest,
  response: createReferenceImageResponse,
};
export const readVideoReferenceSchemas = {
  query: readVideoReferenceRequest,
  response: readVideoReferenceResponse,
};
