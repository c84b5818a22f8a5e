import * as z from 'zod/mini';
import { editSummary } from '#contract/endpoints/edit-schemas.ts';
import { errorParams } from '#contract/fields.ts';
import { IMAGE_MARKS } from '#contract/image-mark.ts';
import { PHOTO } from '#contract/photo.ts';
import { thumbnailReference } from '#contract/endpoints/reference-schemas.ts';
import { favorite } from '#contract/endpoints/thumbnail-fields.ts';
import { ACCOUNT_DELETED, FAILURE_CODES, type Failure } from './generation-failure.ts';

/** The value of `model` for a picture, whose background stays. */
export const PICTURE = 'picture';

/** The value of `model` for a picture whose file has a mark of AI. A design with this picture is a composite. */
export const MARKED_PICTURE = 'marked-picture';

/** The fields of all generations. Times are ISO 8601, UTC. */
const common = {
  userId: z.string(),
  generationId: z.string(),
  /** The kind of the generation. @default a thumbnail */
  kind: z.optional(z.enum(['cutout', 'edit'])),
  /** The prompt. Empty for a cut-out, and for an edit, whose texts are in `operation`. */
  prompt: z.string(),
  negativePrompt: z.optional(z.string()),
  /** The id of the model that made the image. Before the image exists, the id of the model that was requested. */
  model: z.string(),
  seed: z.int(),
  /** The cost in credits. */
  cost: z.int(),
  createdAt: z.string(),
  /** The set of a thumbnail. */
  setId: z.optional(z.string()),
  /** The id of the thumbnail that a copy was made of. A copy costs nothing and has no entry in the ledger. */
  copyOf: z.optional(z.string()),
  /**
   * The fields of an edit: its thumbnail, the image that it starts from (the image of the thumbnail or of another edit), and its operation.
   */
  thumbnailId: z.optional(z.string()),
  baseId: z.optional(z.string()),
  operation: z.optional(editSummary),
};

export const pending = z.object({
  ...common,
  status: z.literal('pending'),
  /** The start of the attempt, and the sort key of the index `pending`. */
  startedAt: z.string(),
  /** Identifies the attempt, so that an earlier attempt cannot end a later attempt. */
  attemptId: z.string(),
  /**
   * The time when the generation joined the waiting line. Absent if it never waited. The generation keeps its place when it waits again.
   */
  waitingSince: z.optional(z.string()),
  /** The number of attempts since the generation joined the waiting line. */
  attempts: z.optional(z.int()),
});
export const waiting = z.object({
  ...common,
  status: z.literal('waiting'),
  startedAt: z.string(),
  waitingSince: z.string(),
  waitingLine: z.string(),
});
/** The image that the design of a thumbnail shows, if this image or its mark is not the original one. */
const shown = z.object({
  imageKey: z.string(),
  previewKey: z.optional(z.string()),
  width: z.int(),
  height: z.int(),
  /** The mark of the design, if its cut-outs change the mark of the image. @default the mark of the image */
  mark: z.optional(z.enum(IMAGE_MARKS)),
});
export type ShownImage = z.infer<typeof shown>;

export const succeeded = z.object({
  ...common,
  status: z.literal('succeeded'),
  imageKey: z.string(),
  /** The key of the preview. Absent while the image has no preview. */
  previewKey: z.optional(z.string()),
  /** The actual size of the image, in pixels. */
  width: z.int(),
  height: z.int(),
  reference: z.optional(thumbnailReference),
  name: z.optional(z.string()),
  favorite: z.optional(favorite),
  /** The design as JSON text, so that a design that was saved under other limits stays readable. */
  design: z.optional(z.string()),
  shown: z.optional(shown),
  /** The revision of the design. @default 0, without a design */
  designVersion: z.optional(z.int()),
  /**
   * The words of the texts in the design and of their translations, for the search. Empty if no layer has words. Absent unless the thumbnail is finished. The row of
   * a cut-out, which has no design, keeps its person here: see `cutout-names.ts`.
   */
  headline: z.optional(z.string()),
  /**
   * The key of the preview that the page made of this revision of the design. Absent unless the thumbnail is finished, or if there is no
   * preview.
   */
  designPreviewKey: z.optional(z.string()),
  endedAt: z.string(),
});
/** The time for which the row of a failed generation is kept, with its prompt, in ms. DynamoDB deletes the row later (TTL). */
export const FAILED_KEPT_MS = 30 * 24 * 60 * 60_000;

export const failed = z.object({
  ...common,
  status: z.literal('failed'),
  /** The time of expiry in seconds since the epoch: `FAILED_KEPT_MS` after the end. */
  expiresAt: z.int(),
  failure: z.enum(FAILURE_CODES),
  failureParams: z.optional(errorParams),
  endedAt: z.string(),
});

/**
 * The row of a generation that its user deleted. The id remains, so that a repeated request is not charged again. The fields that an audit
 * compares with the ledger also remain.
 */
export const deleted = z.object({
  ...z.pick(z.object(common), {
    userId: true,
    generationId: true,
    kind: true,
    cost: true,
    createdAt: true,
    copyOf: true,
  }).shape,
  status: z.literal('deleted'),
  /** Set for a photo, which has no spend. The other rows lose their model. */
  model: z.optional(z.literal(PHOTO)),
  /** Set while a photo is being made: the SHA-256 hash of its file. */
  pictureDigest: z.optional(z.string()),
  /** The status before the deletion. */
  endedAs: z.enum(['succeeded', 'failed']),
  /** The time of expiry. Only a failed generation has it. */
  expiresAt: z.optional(z.int()),
  deletedAt: z.string(),
  /** The sort key of the index `pending`, until the deletion is finished. */
  startedAt: z.optional(z.string()),
});

/** A generation. One row describes it from the reservation to its end, and after its deletion. */
const generation = z.discriminatedUnion('status', [pending, waiting, succeeded, failed, deleted]);

export type Generation = z.infer<typeof generation>;
export type DeletedGeneration = Extract<Generation, { status: 'deleted' }>;
/** A generation that its user has not deleted. */
export type KeptGeneration = Exclude<Generation, DeletedGeneration>;
export type FailedGeneration = Extract<KeptGeneration, { status: 'failed' }>;
export type PendingGeneration = Extract<KeptGeneration, { status: 'pending' }>;
export type WaitingGeneration = Extract<KeptGeneration, { status: 'waiting' }>;
/** A generation whose credits are taken, and which has not ended. */
export type UnfinishedGeneration = PendingGeneration | WaitingGeneration;
export type SucceededGeneration = Extract<KeptGeneration, { status: 'succeeded' }>;
export type GenerationKey = Pick<KeptGeneration, 'userId' | 'generationId'>;

/**
 * Parses an item. An expired failed generation counts as deleted, because DynamoDB may return it for days.
 * @throws a zod error if the item does not match the schema.
 */
export function parseGeneration(item: unknown): Generation {
  const parsed = generation.parse(item);
  if (parsed.status !== 'failed' || parsed.expiresAt * 1_000 > Date.now()) return parsed;
  const { userId, generationId, kind, cost, createdAt, status: endedAs, expiresAt } = parsed;
  const deletedAt = new Date(expiresAt * 1_000).toISOString();
  return { userId, generationId, kind, cost, createdAt, status: 'deleted', endedAs, expiresAt, deletedAt };
}

/**
 * Returns true if the account of a generation was deleted while the generation ran. Only the deletion of the account removes the row of a
 * running generation.
 */
export function isErased(generation: Generation | undefined): boolean {
  if (generation === undefined) return true;
  return (
    generation.status === 'failed' && generation.failureParams?.['reason'] === ACCOUNT_DELETED.params.reason
  );
}

/**
 * Returns the key of the preview of the image that a design shows. `shown` may name the first image because of its mark, and lists add a
 * missing preview only to the row.
 */
export const findPreviewKey = ({
  imageKey,
  previewKey,
  shown,
}: Pick<SucceededGeneration, 'imageKey' | 'previewKey' | 'shown'>): string | undefined =>
  shown === undefined || shown.imageKey === imageKey ? previewKey : shown.previewKey;

/** Reads the failure of a generation. A wait (`seconds`) that began with the end of the generation becomes shorter, down to a second. */
export function readFailure({ failure: code, failureParams: params, endedAt }: FailedGeneration): Failure {
  const seconds = params?.['seconds'];
  if (typeof seconds !== 'number') return { code, params };
  const passed = Math.floor((Date.now() - Date.parse(endedAt)) / 1_000);
  return { code, params: { ...params, seconds: Math.max(1, seconds - passed) } };
}

/**
 * The prefixes of the sort key `listedAt` in the index of the lists. The sort key of a thumbnail is its time of creation. The sort key of a
 * cut-out, an edit, or an unfinished generation has a prefix before this time. The prefixes sort after every time, so each kind is one
 * range of the index.
 */
export const CUTOUT_PREFIX = 'cutout#';
export const UNFINISHED_PREFIX = 'unfinished#';

/** Builds the prefix of a thumbnail's edits, which are one range of the index. */
export function buildEditPrefix(thumbnailId: string): string {
  return `edit#${thumbnailId}#`;
}

type Listed = Pick<KeptGeneration, 'kind' | 'createdAt' | 'thumbnailId'>;

/** Builds the sort key of a succeeded generation. */
export function buildListedAt({ kind, createdAt, thumbnailId = '' }: Listed): string {
  switch (kind) {
    case 'cutout':
      return CUTOUT_PREFIX + createdAt;
    case 'edit':
      return buildEditPrefix(thumbnailId) + createdAt;
    case undefined:
      return createdAt;
  }
}

/**
 * Builds the sort key of a waiting or pending generation. Returns undefined for a cut-out, because only the page that requested the cut-out
 * follows it.
 */
export function buildUnfinishedListedAt({ kind, createdAt }: Listed): string | undefined {
  return kind === 'cutout' ? undefined : UNFINISHED_PREFIX + createdAt;
}

/** The partition keys of the index `pending`. Several keys spread the writes of the index. */
export const PENDING_SHARDS = ['0', '1', '2', '3'];

/** Selects the shard of a generation in the index `pending`. The last hexadecimal digit of the id is random. */
export function selectShard(generationId: string): string {
  return String(Number.parseInt(generationId.slice(-1), 16) % PENDING_SHARDS.length);
}
