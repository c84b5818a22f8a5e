import { STORAGE_KEYS, userValue } from '../../../lib/browser-storage.ts';
import { isListOf, isNumber, isObjectOf, isString } from '../../../lib/guards.ts';

export interface PendingVersions {
  userId: string;
  generationIds: string[];
  startedAt: number;
}

/** The running versions of this tab. They survive a reload, so that no image is lost. */
export const pendingVersions = userValue(
  STORAGE_KEYS.versions,
  isObjectOf<PendingVersions>({ userId: isString, generationIds: isListOf(isString), startedAt: isNumber }),
);
