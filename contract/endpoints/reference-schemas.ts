/**
 * The references of a thumbnail: a video, an image of the creator, or an earlier thumbnail of the creator. The schemas are also for their
 * upload and their lookup.
 */
import * as z from 'zod/mini';
import { referenceUse } from '../reference-use.ts';
import { uuid } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { LINK_REASONS } from '../link-reasons.ts';
import { parseVideoReference, type VideoSource } from '../video-reference.ts';

/** The similarity of the image to the reference: 0 (loose) to 1 (close). @default the default of the model */
const fidelity = z.optional(
  z
    .number('reference.fidelity must be a number')
    .check(
      z.minimum(0, 'reference.fidelity must be at least 0'),
      z.maximum(1, 'reference.fidelity must be at most 1'),
    ),
);

const namesUnknownFields = {
  error: (issue: { code?: string | undefined; keys?: string[] }) =>
    `reference has an unknown field: ${issue.keys?.join(', ')}`,
};

export const referenceRequest = z.discriminatedUnion(
  'kind',
  [
    z.strictObject(
      {
        /** A video. The link to the video or the channel is in the prompt. */
        kind: z.literal('video'),
        /** The id of the video that the page showed for a link to a channel. @default the newest video of the channel */
        videoId: z.optional(
          z
            .string('reference.videoId must be text')
            .check(z.regex(/^[\w-]{11}$/, 'reference.videoId must be the id of a video')),
        ),
        fidelity,
      },
      namesUnknownFields,
    ),
    z.strictObject(
      {
        kind: z.literal('image'),
        /** The id of an uploaded reference image. */
        id: uuid('reference.id'),
        use: referenceUse,
        fidelity,
      },
      namesUnknownFields,
    ),
    z.strictObject(
      {
        kind: z.literal('thumbnail'),
        /** The id of a finished thumbnail of the same account. The reference is its original image, without edits and design. */
        id: uuid('reference.id'),
        use: referenceUse,
        fidelity,
      },
      namesUnknownFields,
    ),
  ],
  'reference must be an object whose kind is video, image or thumbnail',
);
export type ReferenceRequest = z.infer<typeof referenceRequest>;

/** The reference that a thumbnail was made after. An uploaded image is not stored with the thumbnail. */
export const thumbnailReference = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('video'), videoId: z.string() }),
  z.object({ kind: z.literal('image'), use: referenceUse }),
  /** The thumbnail may have been deleted since. */
  z.object({ kind: z.literal('thumbnail'), id: z.string(), use: referenceUse }),
]);
export type ThumbnailReference = z.infer<typeof thumbnailReference>;

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

export const readVideoReferenceRequest = z.object({ url: videoLink });

export const readVideoReferenceResponse = z.object({
  kind: z.enum(['video', 'channel']),
  /** The id of the video. For a channel, the newest video of the channel. */
  videoId: z.string(),
  /** The title of the video. Absent if the owner disabled embedding. */
  title: z.optional(z.string()),
  author: z.optional(z.string()),
  /** The URL of a JPEG of 320 x 180 pixels. */
  thumbnailURL: z.string(),
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
