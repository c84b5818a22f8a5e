import { UNTITLED } from '#contract/photo.ts';
import type { ReferenceUse } from '#contract/reference-use.ts';

/** A finished thumbnail. Its URLs expire after one to seven hours. */
export interface Thumbnail {
  id: string;
  url: string;
  /** A small copy of the image, for lists. The copy of a finished thumbnail shows its design. */
  previewURL?: string;
  /** True if the design of the thumbnail finishes it (`contract/design/is-finished.ts`). Absent until the server has been asked. */
  isFinished?: boolean;
  /** The name that the creator gave the thumbnail, or the idea of a prompt with a link. */
  name?: string;
  /** Absent from an entry that an earlier version of the site stored. */
  prompt?: string;
  negativePrompt?: string;
  /** Absent until the server has been asked which model made it. */
  model?: string;
  /** The kind of the reference of the thumbnail. Absent if the thumbnail was made without a reference. */
  reference?: ReferenceKind;
  /** The set: the thumbnails that one press has asked for. */
  setId?: string;
}

/** A video's style, or the style or layout of the creator's own image. */
export type ReferenceKind = 'video' | ReferenceUse;

export const isReferenceKind = (value: unknown): value is ReferenceKind =>
  value === 'video' || value === 'style' || value === 'layout';

export const REFERENCE_LABELS = {
  video: 'Style from a video',
  style: 'Style from own image',
  layout: 'Layout from own image',
} as const satisfies Record<ReferenceKind, string>;

interface Names {
  name?: string | undefined;
  prompt?: string | undefined;
}

/** Names a thumbnail. Returns undefined for an entry that an earlier version of the site stored. */
export function nameThumbnail(thumbnail: Names & { prompt: string }): string;
export function nameThumbnail(thumbnail: Names): string | undefined;
export function nameThumbnail({ name, prompt }: Names): string | undefined {
  // A photo has no prompt, and its name can be removed.
  return name ?? (prompt === '' ? UNTITLED : prompt);
}
