import type { Design } from '#contract/design/design.ts';
import { isFinished } from '#contract/design/is-finished.ts';
import { sortedJson } from '#contract/design/same-design.ts';
import type { ReadThumbnailResponse } from '#contract/endpoints/schemas.ts';
import { markText } from '../lib/mark-text.ts';
import { EMPTY_DESIGN } from '../lib/render/finished-image.ts';
import { listEntries, type Entry } from './entries.ts';
import type { OutboxRequest } from './requests.ts';
import { listUnsentKeys } from './unsent-text.ts';

/** The design of a thumbnail that the server has. */
export interface StoredDesign {
  design: Design;
  /** 0 when the server has no design yet. */
  version: number;
}

export const toStoredDesign = ({ design, designVersion }: ReadThumbnailResponse): StoredDesign => ({
  design: design ?? EMPTY_DESIGN,
  version: designVersion,
});

/** Computes the mark of a design: equal designs have equal marks, whatever the order of their fields. */
export const markDesign = (design: Design): string => markText(sortedJson(design));

/** A design that this browser has put into the outbox, and that the server had not confirmed. */
export interface Draft {
  entry: Entry;
  design: Design;
}

/** @param page names the page that keeps the design: each page of a conflict has a draft */
export const designKey = (thumbnailId: string, page = ''): string => `design/${thumbnailId}/${page}`;

/** Finds the latest draft of a thumbnail. */
export function findDraft(userId: string, thumbnailId: string): Draft | undefined {
  const drafts = listEntries(userId).flatMap((entry) =>
    entry.request.name === 'saveDesign' && entry.key.startsWith(designKey(thumbnailId))
      ? [{ entry, design: entry.request.input.body.design }]
      : [],
  );
  return drafts.at(-1);
}

/** Finds the design of a thumbnail that this browser sends later. A design in a conflict waits for the choice of the creator. */
export function findUnsent(userId: string, thumbnailId: string): Design | undefined {
  const draft = findDraft(userId, thumbnailId);
  return draft?.entry.state === 'unsent' ? draft.design : undefined;
}

/** Returns true if the server does not have the design yet that finishes a thumbnail. */
export function isFinishedUnsent(userId: string | undefined, thumbnailId: string): boolean {
  if (userId === undefined || !listUnsentKeys().some((key) => key.startsWith(designKey(thumbnailId))))
    return false;
  const design = findUnsent(userId, thumbnailId);
  return design !== undefined && isFinished(design);
}

/** Creates the request that saves a design. The outbox fills in the revision. */
export const saveRequest = (id: string, design: Design, preview?: string): OutboxRequest => ({
  name: 'saveDesign',
  input: { params: { id }, body: { design, version: 0, ...(preview !== undefined && { preview }) } },
});
