import type { Design } from '../../../../../../contract/design.ts';
import { readJson, STORAGE_KEYS, writeItem } from '../../../../lib/browser-storage.ts';
import { isNumber, isObjectOf, isString } from '../../../../lib/guards.ts';

/** A design that the server does not have yet. The browser keeps it until it is saved, or until the user signs out. */
export interface DesignDraft {
  /** Of the page that keeps it, and of the next one that goes on with it. */
  id: string;
  userId: string;
  thumbnailId: string;
  design: Design;
  /** The version of the server that the draft was made from. */
  version: number;
}

const hasLayers = isObjectOf<Record<'layers', unknown[]>>({ layers: Array.isArray });

const isDraft = isObjectOf<DesignDraft>({
  id: isString,
  userId: isString,
  thumbnailId: isString,
  // The server checks the design when it is saved. This only protects the page from a damaged entry.
  design: (value): value is Design => hasLayers(value),
  version: isNumber,
});

/** More drafts than a creator leaves behind while being offline. */
const MAX_DRAFTS = 12;

/** The latest draft of a thumbnail. */
export const findDraft = (userId: string, thumbnailId: string): DesignDraft | undefined =>
  readDrafts().findLast((draft) => draft.userId === userId && draft.thumbnailId === thumbnailId);

/** @returns false when the browser cannot keep it. */
export const keepDraft = (draft: DesignDraft): boolean => writeDrafts([...othersThan(draft.id), draft]);

export function removeDraft(id: string): void {
  const others = othersThan(id);
  if (others.length < readDrafts().length) writeDrafts(others);
}

const othersThan = (id: string) => readDrafts().filter((other) => other.id !== id);

const writeDrafts = (drafts: DesignDraft[]): boolean =>
  writeItem(STORAGE_KEYS.designDrafts, JSON.stringify(drafts.slice(-MAX_DRAFTS)));

const readDrafts = (): DesignDraft[] =>
  readJson(STORAGE_KEYS.designDrafts, Array.isArray)?.filter(isDraft) ?? [];
