import type { Design, Layer } from '#contract/design/design.ts';
import type { EditOperation } from '#contract/endpoints/edit-requests.ts';
import type { ReferenceRequest } from '#contract/endpoints/reference-schemas.ts';
import type { ReferenceUse } from '#contract/reference-use.ts';
import type { ReadThumbnailResponse } from '#contract/endpoints/schemas.ts';
import { ApiError, hasCode, isOutcomeUnknown, isUnauthorized } from '../api/errors.ts';
import type { ReferenceUpload } from '../api/reference-upload.ts';
import type { Thumbnail } from '../api/thumbnails.ts';
import type { LinePosition } from '../api/waiting-line.ts';

/** An image that the creator chose. It stays in the browser until it is assigned. */
export interface LocalImage {
  file: File;
  /** A data URL. */
  src: string;
}

/** The image that the creator gave a purpose, with its upload. */
export interface AssignedImage {
  userId: string;
  image: LocalImage;
  use: ReferenceUse;
  upload: ReferenceUpload;
}

/** The parts that a thumbnail gets from the earlier thumbnail of its series, in addition to the reference. */
export interface SeriesInput {
  thumbnailId: string;
  /** The layers of its design, without their words. */
  layers: readonly Layer[];
}

/** The creator's choices for the next image. */
export interface ImageInput {
  prompt: string;
  negativePrompt: string;
  /** Undefined with a reference, which has its own model. */
  model: string | undefined;
  /** A video. To repeat a thumbnail, also the earlier thumbnail that it was made after. */
  video: ReferenceRequest | undefined;
  /** A channel whose newest video is not shown yet. */
  channelUrl: string | undefined;
  image: AssignedImage | undefined;
  series?: SeriesInput | undefined;
}

/** The operation of an edit, and the image that the edit starts from. */
export interface EditInput {
  /** The id of the thumbnail, or of one of its edits. */
  baseId: string;
  operation: EditOperation;
  /** The crop and the adjustments with which the design shows the result. @default the crop and the adjustments of the base */
  shows?: { crop: Design['crop']; adjustments: NonNullable<Design['adjustments']> };
}

export interface CutoutInput {
  /** Name and size of the chosen file. They recognize the file at the next press. */
  file: string;
  /** A picture keeps its background and costs nothing. */
  isPicture: boolean;
  /** The name that the cut-out gets. */
  name?: string | undefined;
  /** Undefined after a reload. */
  upload?: ReferenceUpload;
}

/** The end of a generation. A generation without an error has succeeded. */
export interface End {
  error?: unknown;
  /** The result of an image. */
  thumbnail?: Thumbnail;
  /** The result has a design: another page has given it its layers. */
  hasDesign?: boolean;
  /** The thumbnail with the version that an edit has made. */
  versions?: ReadThumbnailResponse;
}

interface Process<Kind, Input> {
  /** Makes the request idempotent: the server pays for an id once. */
  id: string;
  kind: Kind;
  userId: string;
  /** The generations of one press share this id: a single generation, or the variations of one prompt. */
  batchId: string;
  /** The set on the server, if the press asked for several images. A retry keeps it. */
  setId?: string | undefined;
  startedAt: number;
  /** The thumbnail whose page asked for an edit or a cut-out. */
  thumbnailId?: string | undefined;
  /** The browser stores it until the thumbnail is there. */
  series?: SeriesInput | undefined;
  /** Undefined for a generation that an earlier page or another device has started. */
  input?: Input | undefined;
  /** Recognizes the input at the next press, also after a reload: the browser does not store the words of the creator. */
  mark?: string | undefined;
  /** An earlier press has requested it, so its outcome is asked for before it is requested again. */
  isRequested?: boolean | undefined;
  /** The upload that a cut-out was requested with. */
  uploadId?: string | undefined;
  /** An upload of the input that the server no longer has. */
  expiredUploadId?: string;
  /** The place while it waits in line. */
  line?: LinePosition | undefined;
  /** Undefined while it runs. */
  end?: End | undefined;
}

export type ImageGeneration = Process<'image', ImageInput>;
export type EditGeneration = Process<'edit', EditInput>;
export type CutoutGeneration = Process<'cutout', CutoutInput>;

/** One paid process of the server, as this browser follows it. */
export type Generation = ImageGeneration | EditGeneration | CutoutGeneration;

export interface Generations {
  /** The generations by id, the latest last. Ended generations stay, because their inputs can be repeated. */
  all: ReadonlyMap<string, Generation>;
  /** The batch in the viewer. Undefined while the viewer shows a thumbnail of the history. */
  watchedId: string | undefined;
  /** The variations that the viewer can show again. */
  variationsId: string | undefined;
}

export const NO_GENERATIONS: Generations = { all: new Map(), watchedId: undefined, variationsId: undefined };

/** An earlier page has started the generation, but its request never reached the server. */
export const NOT_STARTED = new ApiError('not_found', { clause: 'It was not started' });

export const isRunning = ({ end }: Generation): boolean => end === undefined;

/** True if the outcome is not known. The generation then keeps its id, and the next visit or sign-in asks for the outcome. */
export const isOpen = ({ end }: Generation): boolean =>
  end === undefined || isUnauthorized(end.error) || isOutcomeUnknown(end.error);

/** True if the creator canceled the generation while it waited, on this or on another device. */
export const isCanceled = (error: unknown): boolean => hasCode(error, 'generation_canceled');

export const findBatch = (all: Generations['all'], batchId: string | undefined) =>
  [...all.values()].filter((each) => each.kind === 'image' && each.batchId === batchId);
