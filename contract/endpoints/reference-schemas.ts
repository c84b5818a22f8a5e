/** The references of a thumbnail: a video, an image of the creator, or an earlier thumbnail of the creator. */
import * as z from 'zod/mini';
import { referenceUse } from '../reference-use.ts';
import { uuid } from '../fields.ts';

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
