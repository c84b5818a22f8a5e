import * as z from 'zod/mini';
import type { ErrorCode } from '../../contract/errors.ts';

/** A generation as the Thumbnails table keeps it: one row from reserve to its end. */
const common = {
  userId: z.string(),
  generationId: z.string(),
  prompt: z.string(),
  negativePrompt: z.optional(z.string()),
  /** Id of the model that was asked first; of the one that painted, once succeeded. */
  model: z.string(),
  seed: z.int(),
  /** What was taken for it, in credits. */
  cost: z.int(),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
};

const failureCodes = [
  'content_filtered',
  'model_unavailable',
  'generation_timeout',
  'internal',
] as const satisfies readonly ErrorCode[];

/** Why a generation failed, as a code of the contract. */
export type FailureCode = (typeof failureCodes)[number];

export function isFailureCode(code: ErrorCode): code is FailureCode {
  return failureCodes.some((failure) => failure === code);
}

const thumbnail = z.discriminatedUnion('status', [
  z.object({ ...common, status: z.literal('pending') }),
  z.object({
    ...common,
    status: z.literal('succeeded'),
    imageKey: z.string(),
    /** The picture's real size, in pixels. */
    width: z.int(),
    height: z.int(),
    endedAt: z.string(),
  }),
  z.object({ ...common, status: z.literal('failed'), failure: z.enum(failureCodes), endedAt: z.string() }),
]);

export type Thumbnail = z.infer<typeof thumbnail>;
export type Pending = Extract<Thumbnail, { status: 'pending' }>;
export type Succeeded = Extract<Thumbnail, { status: 'succeeded' }>;
export type Failed = Extract<Thumbnail, { status: 'failed' }>;

/** Reads a row of the Thumbnails table. @throws a zod error when it is not one of ours. */
export function parseThumbnail(item: unknown): Thumbnail {
  return thumbnail.parse(item);
}
